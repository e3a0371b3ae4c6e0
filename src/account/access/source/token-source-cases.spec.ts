import { vi } from 'vitest';
import { TOKEN_SOURCE_CASES } from './token-source-cases.js';
import type { TokenSource } from './token-source.js';

afterEach(() => vi.restoreAllMocks());

const source: TokenSource = {
  find: async (token, { signal }) => {
    await Promise.resolve();
    signal.throwIfAborted();
    return token === 'known' ? { accountId: 7, goodForSeconds: 30 } : undefined;
  },
};

it.each(TOKEN_SOURCE_CASES)('$name, however slow the machine is', async ({ run }) => {
  // As if each limit of time were over at once.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const known = { token: 'known', accountId: 7 };
  const whileUnreachable = (work: () => Promise<void>) => work();
  await run({ source, known, unknown: 'unknown', whileUnreachable });
});
