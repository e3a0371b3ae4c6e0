import { FACTS } from '../../account/events/event-reader.repository.js';
import { timeText } from '../../common/paging.js';

/** Runs SQL on the connection of a transaction. */
export interface ChainQueries {
  query(sql: string): Promise<{ rows: { fault: string }[] }>;
}

/**
 * The first entry or event that the triggers of both chains would refuse when it is restored, in a sentence without its
 * full stop; undefined if there is none. Reads both tables whole, in the order of their keys.
 */
export async function chainFault(on: ChainQueries): Promise<string | undefined> {
  for (const statement of [LEDGER_FAULT, EVENT_FAULT]) {
    const { rows } = await on.query(statement);
    if (rows[0]) return rows[0].fault;
  }
  return undefined;
}

/** A year of four digits, so that every time is hashed as 27 bytes. */
const HASHED_TIMES = "BETWEEN '1000-01-01Z' AND '9999-12-30Z'";

const LEDGER_FAULT = `
  SELECT format('ledger entry %s of account %s does not follow the one before it', sequence, account_id) AS fault
  FROM (
    SELECT account_id, sequence, entry,
           lag(sequence, 1, 0::bigint) OVER ledger AS before,
           lag(balance_after, 1, 0::numeric) OVER ledger AS balance,
           lag(entry_hash, 1, decode(repeat('00', 32), 'hex')) OVER ledger AS hash
    FROM ledger_entries entry WINDOW ledger AS (PARTITION BY account_id ORDER BY sequence)
  ) chained
  WHERE sequence <> before + 1 OR (entry).balance_after <> balance + (entry).amount
    OR (entry).previous_hash <> hash OR (entry).entry_hash <> ledger_entry_hash(hash, entry)
    OR (entry).commitments IS DISTINCT FROM expected_ledger_commitments(entry)
    OR (entry).kind <> ALL ('{deposit,debit,refund,adjustment,reversal}')
    OR (entry).amount IN ('NaN', 0) OR (entry).balance_after = 'NaN'
    OR ((entry).kind <> 'adjustment' AND ((entry).kind = 'debit') <> ((entry).amount < 0))
    OR ((entry).kind = ANY ('{debit,refund,reversal}')) <> ((entry).order_id IS NOT NULL)
    OR ((entry).kind = ANY ('{adjustment,reversal}') AND (entry).note = '')
    OR ((entry).kind = 'reversal' AND (entry).reference IS NULL)
    OR (entry).created_at NOT ${HASHED_TIMES}
  ORDER BY account_id, sequence LIMIT 1`;

/** As `account_event_details` has it, which takes three times as long, since it looks each order up by itself. */
const DETAILS = `
  array_to_json(
    ARRAY[event.account_id::text, number::text, type, event.order_id, ${timeText('event.created_at')}]
    || ${FACTS} || encode(commitments, 'hex'))::text`;

const EVENT_FAULT = `
  SELECT format('event %s of account %s does not follow the one before it', number, event.account_id) AS fault
  FROM (
    SELECT event.*, lag(number, 1, 0::bigint) OVER events AS before,
           lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER events AS hash_before
    FROM account_events event WINDOW events AS (PARTITION BY account_id ORDER BY number)
  ) event
  LEFT JOIN orders placed ON type = 'placed' AND placed.account_id = event.account_id AND placed.order_id = event.order_id
  WHERE number <> before + 1 OR previous_hash <> hash_before
    OR hash <> sha256(hash_before || convert_to(${DETAILS}, 'UTF8'))
    OR type <> ALL ('{placed,accepted,codes,late,rejected,reversed}')
    OR (type = 'reversed') <> (amount IS NOT NULL) OR amount = 'NaN' OR amount <= 0
    OR octet_length(salts) * 2 <> octet_length(commitments)
    OR event.created_at NOT ${HASHED_TIMES}
  ORDER BY event.account_id, number LIMIT 1`;
