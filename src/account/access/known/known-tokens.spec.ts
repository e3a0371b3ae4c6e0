import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { KnownTokens } from './known-tokens.js';
import type { KnownTokensRepository } from './known-tokens.repository.js';
import { KEPT_BYTES } from './token-hashes.js';

const NOTHING = Buffer.alloc(0);
const TEN_MINUTES_MS = 600_000;

/**
 * Tokens that change past the triggers, and a clock that stands still.
 * @param others what is kept of further tokens.
 */
function silentShop(tokens: Buffer[], others: Buffer = NOTHING) {
  const shop = { now: 0, revision: '1:a', reads: 0, lookups: 0, changesAsked: 0 };
  const revision = () => Promise.resolve(shop.revision);
  const known = new KnownTokens(
    {
      revision,
      page: () => {
        shop.reads++;
        const live = Buffer.concat([...tokens.map((hash) => hash.subarray(0, KEPT_BYTES)), others]);
        return Promise.resolve({ live, last: null });
      },
      changesSince: (earlier: string) => {
        shop.changesAsked++;
        const listed = earlier === shop.revision;
        return Promise.resolve({ revision: shop.revision, listed, live: NOTHING, gone: NOTHING });
      },
      existing: (hashes: readonly Buffer[]) => {
        shop.lookups++;
        const there = hashes.filter((hash) => tokens.some((token) => token.equals(hash)));
        return Promise.resolve(new Set(there.map((hash) => hash.toString('hex'))));
      },
    } as unknown as KnownTokensRepository,
    { last: () => shop.revision, next: revision },
    pino({ level: 'silent' }),
    () => shop.now,
  );
  return { known, shop };
}

/** Asks for a token that does not exist, and lets background reads end. */
async function askForUnknown(known: KnownTokens): Promise<void> {
  expect(await known.mayExist(randomBytes(32))).toBe(false);
  for (let count = 0; count < 5; count++) await turn();
}

describe('tokens that changed past the triggers', () => {
  it('are found when all tokens are read again, every ten minutes', async () => {
    const token = randomBytes(32);
    const tokens: Buffer[] = [];
    const { known, shop } = silentShop(tokens);
    await askForUnknown(known);
    tokens.push(token);
    shop.now = TEN_MINUTES_MS - 1;
    expect(await known.mayExist(token)).toBe(false);
    expect(shop.reads).toBe(1);
    shop.now = TEN_MINUTES_MS;
    await askForUnknown(known);
    expect([await known.mayExist(token), shop.reads]).toEqual([true, 2]);
  });

  it('are found at once when the revision repeats the number of a lost one', async () => {
    const token = randomBytes(32);
    const tokens: Buffer[] = [];
    const { known, shop } = silentShop(tokens);
    await askForUnknown(known);
    tokens.push(token);
    expect(await known.mayExist(token)).toBe(false);
    shop.revision = '1:b';
    expect(await known.mayExist(token)).toBe(true);
  });
});

it('an unknown token costs no statement while nothing changes', async () => {
  const token = randomBytes(32);
  const { known, shop } = silentShop([token]);
  await askForUnknown(known);
  const asked = shop.changesAsked;
  for (let count = 0; count < 10; count++) await askForUnknown(known);
  expect([await known.mayExist(token), shop.changesAsked]).toEqual([true, asked]);

  shop.now = TEN_MINUTES_MS;
  await askForUnknown(known);
  expect([shop.changesAsked, shop.reads]).toEqual([asked, 2]);
});

it('with more tokens than are kept in memory, hashes are looked up in batches', async () => {
  const tokens = Array.from({ length: 3 }, () => randomBytes(32));
  const { known, shop } = silentShop(tokens, randomBytes((500_001 - tokens.length) * KEPT_BYTES));
  await askForUnknown(known);
  await askForUnknown(known);
  const lookups = shop.lookups;
  const asked = [...tokens, randomBytes(32)];
  expect(await Promise.all(asked.map((hash) => known.mayExist(hash)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  // The first of them may be alone in its read.
  expect(shop.lookups - lookups).toBeLessThanOrEqual(2);
  expect(shop.reads).toBe(1);
});
