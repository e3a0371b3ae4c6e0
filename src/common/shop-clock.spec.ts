import { vi } from 'vitest';
import { ShopClock } from './shop-clock.js';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const HOUR_MS = 3_600_000;

let clock: ShopClock;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  clock = new ShopClock();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How long ago these were, in hours. */
const hours = (age: 'ageMs' | 'leastAgeMs', stamped: number): number =>
  clock[age](new Date(stamped)) / HOUR_MS;

it('shows the time of the process until it is compared', () => {
  expect(clock.now()).toEqual(new Date(NOW));
});

it('shows the time of the database, whose stamps are as old as they are there', () => {
  clock.set(-HOUR_MS, false);
  expect(clock.now()).toEqual(new Date(NOW - HOUR_MS));
  expect(hours('ageMs', NOW - HOUR_MS)).toBe(0);
  expect(hours('leastAgeMs', NOW - HOUR_MS)).toBe(0);
});

it('shows the time of the process while the database is the odd one', () => {
  clock.set(HOUR_MS, true);
  expect(clock.now()).toEqual(new Date(NOW));
  expect(hours('ageMs', NOW + HOUR_MS)).toBe(0);
  // Stamped before the clock of the database jumped.
  expect(hours('leastAgeMs', NOW)).toBe(0);
});

it('takes no stamp of a database that is behind for older than it is', () => {
  clock.set(-HOUR_MS, true);
  expect(hours('leastAgeMs', NOW - HOUR_MS)).toBe(0);
});
