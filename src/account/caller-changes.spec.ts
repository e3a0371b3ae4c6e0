import { TooManyRequestsError } from '../common/http/http.errors.js';
import { CallerChanges } from './caller-changes.js';

/** How many of 1,000 changes at a moment are admitted. */
function admitted(changes: CallerChanges, accountId: number, nowMs: number): number {
  changes.now = () => nowMs;
  return Array.from({ length: 1_000 }).filter(() => {
    try {
      changes.count(accountId);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyRequestsError);
      return false;
    }
  }).length;
}

it('admits a hundred changes of an account at once, then ten a minute', () => {
  const changes = new CallerChanges();
  expect(admitted(changes, 1, 0)).toBe(100);
  expect(admitted(changes, 2, 0)).toBe(100);
  expect(admitted(changes, 1, 60_000)).toBe(10);
  expect(admitted(changes, 1, 61_000)).toBe(0);
  expect(admitted(changes, 1, 86_400_000)).toBe(100);
});
