import { SERVER_END, UNKNOWN_EXTENSION } from './server-ends.js';

/** What a row of `extension_faults` tells the operator. */
export const EXTENSION_FAULT = `
  CASE WHEN port LIKE '${SERVER_END}%' THEN 'the server was ended by '
    || CASE extension WHEN '${UNKNOWN_EXTENSION}' THEN 'code without a frame of an extension' ELSE extension END
    || ', ' || CASE faults WHEN 1 THEN 'once' WHEN 2 THEN 'twice' ELSE faults || ' times' END
    || coalesce(nullif(' on ' || right(port, 10), ' on ' || (now() AT TIME ZONE 'UTC')::date), ' today')
    || ', the last time at ' || to_char(last_at AT TIME ZONE 'UTC', 'HH24:MI') || ' (UTC): ' || fault
  ELSE 'port ' || port || ' of extension ' || extension || ': ' || faults || ' faults since '
    || to_char(first_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') || ', the last one: ' || fault
  END`;
