import { JOB_TYPE } from '../../events/listener-job-data.js';
import { EXTENSION_FAULT } from '../extensions/extension-fault.sql.js';
import { CURRENT_TASK } from '../extensions/extension-task.sql.js';

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
    expectation: 'extensions have handled every event, and done every job',
    fault: 'extensions have not handled every event, or not done every job',
    statement: `
      SELECT CASE WHEN is_job THEN 'job ' ELSE 'listener ' END || listener || ' of extension ' || extension
        || ' with ' || count(*) || CASE WHEN is_job THEN ' jobs' ELSE ' events' END
        || ' given up (see "souk extension failures")' AS what
      FROM failed_events, LATERAL (SELECT event_type = '${JOB_TYPE}' AS is_job) kind
      WHERE next_try_at IS NULL AND account_id IS NULL GROUP BY extension, listener, is_job
      UNION ALL
      SELECT 'listener ' || listener || ' of extension ' || extension || ' with event ' || id || ' of account ' || account_id
        || ' since ' || to_char(first_failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC: ' || reason
        || ' (see "souk extension resend" and "skip")'
      FROM failed_events WHERE account_id IS NOT NULL AND first_failed_at < now() - interval '10 minutes'`,
  },
  {
    check: 'extension tasks',
    expectation: 'every task of an extension runs, and none has failed for ten minutes',
    fault: 'tasks of extensions do not run, or have failed for ten minutes',
    // The next run is due one period after the last one has begun.
    statement: `
      SELECT 'task ' || name || ' of extension ' || extension || CASE
          WHEN failing_since < now() - interval '10 minutes' THEN
            ' (failed ' || failures || ' times since ' || to_char(failing_since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
              || ' UTC: ' || coalesce(last_fault, '') || ')'
          ELSE ' (has not run since '
            || coalesce(to_char(last_started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), 'it was added') || ')'
        END AS what
      FROM extension_tasks task
      WHERE ${CURRENT_TASK} AND (failing_since < now() - interval '10 minutes'
        OR next_run_at < now() - (2 * every_seconds + 60) * interval '1 second' AND coalesce(leased_until < now(), true))
      ORDER BY extension, name`,
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
