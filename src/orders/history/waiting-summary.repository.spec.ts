import { vi } from 'vitest';
import type { Database } from '../../database/database.js';
import { WaitingSummaries } from './waiting-summary.repository.js';

it('pages that are opened at once share a statement', async () => {
  const answer = Promise.withResolvers<object[]>();
  const query = vi.fn(() => answer.promise);
  const summaries = new WaitingSummaries({ manager: { query } } as unknown as Database);
  const read = Promise.all(Array.from({ length: 3 }, () => summaries.read()));
  answer.resolve([{ count: 7, newest: null }]);
  expect(await read).toEqual(Array(3).fill({ count: 7, newest: null }));
  expect(query).toHaveBeenCalledTimes(1);
  await summaries.read();
  expect(query).toHaveBeenCalledTimes(2);
});
