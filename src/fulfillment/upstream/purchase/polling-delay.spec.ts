import { shopClock } from '../../../common/shop-clock.js';
import { pollDelaySeconds } from './polling-delay.js';

const since = (ageSeconds: number): Date =>
  new Date(shopClock.databaseNow().getTime() - ageSeconds * 1000);

/** The age of the purchase in seconds, and the pauses while it waits and while its state is unknown. */
const TABLE: [number, number, number][] = [
  [-5, 1, 1],
  [0, 1, 1],
  [8, 2, 1],
  [60, 3, 3],
  [119, 3, 3],
  [121, 30, 15],
  [600, 150, 60],
  [86_400, 300, 60],
];

it.each(TABLE)('a purchase of %i seconds is asked about again after %i or %i', (age, ...pauses) => {
  const asked = [pollDelaySeconds(since(age), 'waiting'), pollDelaySeconds(since(age), 'unknown')];
  expect(asked).toEqual(pauses);
});
