import { isDue } from './night.js';

/** In the time zone of the process. */
const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 0, day, hour, minute);

it.each([
  ['before its first night', at(5, 2, 59), null, at(4, 12), false],
  ['in its first night', at(5, 3), null, at(4, 12), true],
  ['after a night in which nobody was there', at(9, 14), at(5, 3), at(5, 3, 1), true],
  ['when it is made', at(5, 3, 2), at(5, 3), at(5, 3, 1), false],
  ['soon after a failure', at(5, 3, 59), at(5, 3), at(4, 3, 1), false],
  ['an hour after a failure', at(5, 4), at(5, 3), at(4, 3, 1), true],
])('%s', (_, now, beganAt, endedAt, due) => {
  expect(isDue({ now, beganAt, endedAt })).toBe(due);
});
