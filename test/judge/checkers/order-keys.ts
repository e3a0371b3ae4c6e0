import type { Contradiction, ShownOperation } from '../contradiction.js';
import { orderKeyModel } from '../models/order-key.js';
import type { OrderRecord } from '../reading/order-record.js';
import type { OrderRecords } from '../reading/order-records.js';
import type { Tally } from '../tally.js';

const CHECKER = 'order key';

/** @returns the keys whose order was placed in one of the two gaps of decision 17 */
export function judgeOrderKeys(records: OrderRecords, tally: Tally): readonly string[] {
  const inGap: string[] = [];
  const strict = orderKeyModel(false);
  const withGaps = orderKeyModel(true);
  for (const { operations, subject } of records.all) {
    if (tally.isPossible(strict, operations)) tally.count(CHECKER, operations.length);
    else if (tally.isPossible(withGaps, operations)) {
      tally.count(CHECKER, operations.length);
      inGap.push(subject);
    } else tally.judge(CHECKER, subject, withGaps, operations);
  }
  for (const { id, records: both } of records.sharedIds) {
    tally.contradict(shared(`order ${id}`, 'one order id under two keys', both));
  }
  for (const { record, sighting } of records.misplaced) {
    const what = 'an order of another account, or under a key that it was not sent with';
    const { operations } = shared('', what, [record]);
    tally.contradict({
      ...{ checker: CHECKER, subject: record.subject, what },
      operations: [...operations, sighting],
    });
  }
  for (const { shown, sighting } of records.phantoms) {
    tally.contradict({
      ...{ checker: CHECKER, subject: `account ${sighting.accountId}, order ${shown.order.id}` },
      what: `an order of this history under the key ${shown.key}, which nobody has sent`,
      operations: [sighting],
    });
  }
  return inGap;
}

/** Each code is sold once, whoever bought it. */
export function judgeCodes(records: OrderRecords, tally: Tally): void {
  const owners = new Map<string, OrderRecord>();
  for (const record of records.all) {
    for (const code of record.repeatedCodes) {
      tally.contradict({
        ...shared(`code ${code}`, 'one code twice in one order', [record]),
        checker: 'codes',
      });
    }
    for (const code of record.codes) {
      const owner = owners.get(code);
      owners.set(code, record);
      if (!owner) continue;
      tally.contradict({
        ...shared(`code ${code}`, 'one code in two orders', [owner, record]),
        checker: 'codes',
      });
    }
  }
  tally.count('codes', owners.size);
}

function shared(subject: string, what: string, records: readonly OrderRecord[]): Contradiction {
  const operations = records.flatMap((record) => shownBy(record));
  return { checker: CHECKER, subject, what, operations };
}

/** What shows an order. */
function shownBy({ operations }: OrderRecord): readonly ShownOperation[] {
  return operations
    .filter(({ action: { kind } }) => kind === 'ordered' || kind === 'seen')
    .slice(0, 4);
}
