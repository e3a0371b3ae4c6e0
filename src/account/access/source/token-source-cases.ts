import assert from 'node:assert/strict';
import { portFault } from '../../../common/port-fault.js';
import { answerFault } from './answer-fault.js';
import type { FoundToken, TokenSource } from './token-source.js';

/** A token source under test. */
export interface TokenSourceSubject {
  readonly source: TokenSource;
  /** A token that the source knows, and the account that it belongs to. */
  readonly known: { readonly token: string; readonly accountId: number };
  /** A token that it does not know. */
  readonly unknown: string;
  /** Makes what the source asks unreachable, for as long as `work` runs; for a source that asks something else. */
  readonly whileUnreachable?: (work: () => Promise<void>) => Promise<void>;
}

/** One promise that every token source must keep; `run` throws if the source breaks it. */
export interface TokenSourceCase {
  readonly name: string;
  readonly run: (subject: TokenSourceSubject) => Promise<void>;
}

/** After this time a source that is unreachable is told to give up, as Souk does; no verdict depends on it. */
const GIVE_UP_MS = 2_000;

/** The promises of the port, as cases for any test runner. They really call the source. */
export const TOKEN_SOURCE_CASES: readonly TokenSourceCase[] = [
  {
    name: 'has a method find',
    run: ({ source }) => {
      assert.equal(portFault(source, { find: { type: 'method', required: true } }), undefined);
      return Promise.resolve();
    },
  },
  {
    name: 'finds the account of a known token, and says for how long the answer is good',
    run: async ({ source, known }) => {
      const answer = await find(source, known.token);
      assert.equal(answerFault(answer), undefined);
      assert.equal(answer?.accountId, known.accountId);
    },
  },
  {
    name: 'answers undefined for an unknown token',
    run: async ({ source, unknown }) => {
      assert.equal(await find(source, unknown), undefined);
    },
  },
  {
    name: 'compares tokens as a whole, with lower and upper case',
    run: async ({ source, known: { token } }) => {
      const others = [`${token}x`, token.slice(0, -1), swappedCase(token)];
      for (const other of others.filter((one) => one !== token && one !== '')) {
        assert.equal(await find(source, other), undefined);
      }
    },
  },
  {
    name: 'survives any text that a caller may send',
    run: async ({ source }) => {
      const texts = ["' OR 1=1 --", '%00', '../..', '{"a":', 'ä'.repeat(10), 'a'.repeat(4_096)];
      for (const text of texts) assert.equal(await find(source, text), undefined);
    },
  },
  {
    name: 'answers many at the same time as it answers one',
    run: async ({ source, known, unknown }) => {
      const tokens = Array.from({ length: 16 }, (_, index) => (index % 2 ? unknown : known.token));
      const answers = await Promise.all(tokens.map((token) => find(source, token)));
      const accounts = answers.map((answer) => answer?.accountId);
      const expected = tokens.map((token) => (token === unknown ? undefined : known.accountId));
      assert.deepEqual(accounts, expected);
    },
  },
  {
    name: 'throws while it cannot tell, instead of taking the token for unknown, and names no token',
    run: async ({ source, known, whileUnreachable }) => {
      await whileUnreachable?.(async () => {
        const giveUp = AbortSignal.timeout(GIVE_UP_MS);
        const error: unknown = await find(source, known.token, giveUp).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        assert.ok(Error.isError(error), 'it gave an answer, or threw no Error');
        assert.ok(!error.message.includes(known.token), 'the message holds the token');
      });
    },
  },
];

/** As Souk calls it, but without a limit of time, which a busy machine would exceed. */
async function find(
  source: TokenSource,
  token: string,
  signal = AbortSignal.any([]),
): Promise<FoundToken | undefined> {
  return source.find(token, { signal });
}

function swappedCase(text: string): string {
  const swapped = [...text].map((letter) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  });
  return swapped.join('');
}
