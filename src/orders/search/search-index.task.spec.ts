import { pauseAfterLookMs } from './search-index.task.js';

it('a look for accounts takes a twentieth of the time, but one that was slow does not stop the search for long', () => {
  expect(pauseAfterLookMs(50)).toBe(1_000);
  expect(pauseAfterLookMs(12_000)).toBe(10_000);
});
