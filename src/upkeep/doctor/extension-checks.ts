import { EXTENSION_FAULT } from '../extensions/extension-fault.sql.js';

/** What extensions have done wrong, or nearly too much; each row is a warning. */
export const EXTENSION_CHECKS = [
  {
    check: 'extensions',
    expectation: 'no extension has failed within a day',
    fault: 'extensions have failed within a day',
    statement: `
      SELECT ${EXTENSION_FAULT} AS what
      FROM extension_faults WHERE last_at > now() - interval '1 day' ORDER BY extension, port`,
  },
  {
    check: 'events',
    expectation: 'listeners of extensions have handled every event',
    fault: 'listeners of extensions have not handled every event',
    statement: `
      SELECT 'listener ' || listener || ' of extension ' || extension || ' with ' || count(*)
        || ' events given up (see "souk extension failures")' AS what
      FROM failed_events WHERE next_try_at IS NULL AND account_id IS NULL GROUP BY extension, listener
      UNION ALL
      SELECT 'listener ' || listener || ' of extension ' || extension || ' with event ' || id || ' of account ' || account_id
        || ' since ' || to_char(first_failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC: ' || reason
        || ' (see "souk extension resend" and "skip")'
      FROM failed_events WHERE account_id IS NOT NULL AND first_failed_at < now() - interval '10 minutes'`,
  },
  {
    check: 'extension deposits',
    expectation: 'no extension has added nine tenths of what it may add to balances within a day',
    fault:
      'extensions have added nearly all that they may add to balances within a day (see "souk extension set")',
    statement: `
      SELECT 'extension ' || name || ' with ' || trim_scale(sum(added)) || ' of ' || trim_scale(deposits_a_day) || ' USD' AS what
      FROM extensions JOIN extension_calls ON extension = name
      WHERE deposits_a_day > 0 AND added IS NOT NULL AND at > now() - interval '24 hours'
      GROUP BY name HAVING sum(added) >= deposits_a_day * 0.9`,
  },
];
