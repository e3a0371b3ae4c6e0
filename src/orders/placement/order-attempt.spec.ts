import { FRESH, nextAction, type Finding, type OrderAttempt } from './order-attempt.js';

const COMMITTED: OrderAttempt = { kind: 'mayBeCommitted' };
const ARRIVING: OrderAttempt = { kind: 'mayArriveUntil', time: 1_000 };
const LATER: OrderAttempt = { kind: 'mayArriveUntil', time: 2_000 };

const NEW = { isNew: true };
const KNOWN = { isNew: false };

/** @param mayStillArrive only in the state mayArriveUntil, before its time. */
function claim(key: { isNew: boolean }, isSameAccess: boolean, mayStillArrive = false): Finding {
  return { kind: 'claim', ...key, isSameAccess, mayStillArrive };
}

const refusal = (mayStillArrive = false): Finding => ({ kind: 'refusal', mayStillArrive });
const NOT_FINISHED: Finding = { kind: 'statementCutOff', deadline: 2_000 };
const ENDED: Finding = { kind: 'ended' };
const UNAVAILABLE: Finding = { kind: 'unavailable' };

type Row = [OrderAttempt, string, Finding, string, OrderAttempt?];

/** The whole table of docs/architecture.md, with the cells that are empty there because they do not occur. */
const TABLE: readonly Row[] = [
  [FRESH, 'a new key', claim(NEW, true), 'place'],
  [FRESH, 'a known key', claim(KNOWN, true), 'replay'],
  [FRESH, 'a new key, access changed', claim(NEW, false), 'admitAgain'],
  [FRESH, 'a known key, access changed', claim(KNOWN, false), 'admitAgain'],
  [FRESH, 'a refusal', refusal(), 'refuse'],
  [FRESH, 'the end of the price', ENDED, 'tryAgain', FRESH],
  [FRESH, 'a statement cut off', NOT_FINISHED, 'tryAgain', LATER],
  [FRESH, 'no database', UNAVAILABLE, 'tryAgain', COMMITTED],

  [COMMITTED, 'a new key', claim(NEW, true), 'place'],
  [COMMITTED, 'a known key', claim(KNOWN, true), 'replay'],
  [COMMITTED, 'a new key, access changed', claim(NEW, false), 'admitAgain'],
  [COMMITTED, 'a known key, access changed', claim(KNOWN, false), 'replay'],
  [COMMITTED, 'a refusal', refusal(), 'refuse'],
  [COMMITTED, 'the end of the price', ENDED, 'tryAgain', COMMITTED],
  [COMMITTED, 'a statement cut off', NOT_FINISHED, 'tryAgain', LATER],
  [COMMITTED, 'no database', UNAVAILABLE, 'tryAgain', COMMITTED],

  [ARRIVING, 'a new key, in time', claim(NEW, true, true), 'place'],
  [ARRIVING, 'a known key, in time', claim(KNOWN, true, true), 'replay'],
  [ARRIVING, 'a new key, in time, access changed', claim(NEW, false, true), 'tryAgain', ARRIVING],
  [ARRIVING, 'a known key, in time, access changed', claim(KNOWN, false, true), 'replay'],
  [ARRIVING, 'a refusal in time', refusal(true), 'tryAgain', ARRIVING],
  [ARRIVING, 'a new key, too late', claim(NEW, true), 'place'],
  [ARRIVING, 'a known key, too late', claim(KNOWN, true), 'replay'],
  [ARRIVING, 'a new key, too late, access changed', claim(NEW, false), 'admitAgain'],
  [ARRIVING, 'a known key, too late, access changed', claim(KNOWN, false), 'replay'],
  [ARRIVING, 'a refusal, too late', refusal(), 'refuse'],
  [ARRIVING, 'the end of the price', ENDED, 'tryAgain', ARRIVING],
  [ARRIVING, 'a statement cut off', NOT_FINISHED, 'tryAgain', LATER],
  [ARRIVING, 'no database', UNAVAILABLE, 'tryAgain', ARRIVING],
];

describe('the next step of an order', () => {
  for (const [attempt, name, finding, kind, next] of TABLE) {
    it(`after ${name} in the state ${attempt.kind} is ${kind}`, () => {
      expect(nextAction(attempt, finding)).toEqual(next ? { kind, attempt: next } : { kind });
    });
  }
});
