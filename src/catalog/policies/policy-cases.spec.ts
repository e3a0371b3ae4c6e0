import type { EntityManager } from 'typeorm';
import {
  answering,
  policyAudience,
  policyProduct,
  policyWith,
} from '../../../test/support/policies.js';
import type { CatalogPolicy } from './catalog-policy.js';
import { POLICY_CASES, type PolicySubject } from './policy-cases.js';

interface Facts {
  /** Products that are shown on weekdays only, in UTC. */
  readonly weekdays: readonly number[];
  /** The percentages of accounts on the price. */
  readonly factors: ReadonlyMap<number, number>;
}

const ALL: Facts = { weekdays: [1], factors: new Map([[1, 2]]) };
const DAY_MS = 24 * 60 * 60 * 1000;
const isWeekend = (time: Date): boolean => time.getUTCDay() % 6 === 0;
const nextDay = (time: Date): Date => new Date((Math.floor(Number(time) / DAY_MS) + 1) * DAY_MS);

/** Keeps all promises. */
const GOOD = policyWith<Facts>({
  read: (_, productId) =>
    Promise.resolve(
      productId === undefined
        ? ALL
        : { ...ALL, weekdays: ALL.weekdays.filter((id) => id === productId) },
    ),
  digest: ({ factors }, { accountId }, time) => `${isWeekend(time)} ${factors.get(accountId)}`,
  shows: ({ weekdays }, { id }, _, time) => !isWeekend(time) || !weekdays.includes(id),
  price: ({ factors }, { price }, { accountId }) =>
    String(Number(price) * (factors.get(accountId) ?? 1)),
  goodUntil: (_, time) => nextDay(time),
});

function subjectOf(policy: CatalogPolicy<Facts>): PolicySubject {
  return {
    policy: policy,
    inTransaction: (work) => work({} as EntityManager),
    products: [policyProduct(1), policyProduct(2)],
    audiences: [policyAudience(1), policyAudience(2)],
    times: [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-21T12:00:00Z')],
  };
}

async function brokenBy(policy: CatalogPolicy<Facts>): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, run } of POLICY_CASES) {
    await run(subjectOf(policy)).catch(() => broken.push(name));
  }
  return broken;
}

it('a good policy keeps all promises', async () => {
  for (const { run } of POLICY_CASES) await run(subjectOf(GOOD));
});

let calls = 0;

it.each<[string, Partial<CatalogPolicy<Facts>>]>([
  ['has a name, all methods, and no unknown one', { name: 'Week Day' }],
  ['answers texts, booleans and prices', { price: answering(1.5) }],
  ['answers texts, booleans and prices', { shows: answering(undefined) }],
  ['names an end that is later than the time, or none', { goodUntil: (_, time) => time }],
  [
    'decides about a product with the facts about it as with all facts',
    { read: (_, id) => Promise.resolve(id === undefined ? ALL : { ...ALL, weekdays: [] }) },
  ],
  [
    'has another digest wherever it decides otherwise',
    { digest: (_, __, time) => String(isWeekend(time)) },
  ],
  [
    'has another digest wherever it decides otherwise',
    { digest: ({ factors }, { accountId }) => String(factors.get(accountId)) },
  ],
  ['decides the same until the end that it names', { goodUntil: () => undefined }],
  [
    'answers the same when it is asked again, and changes nothing',
    { digest: () => String((calls += 1)) },
  ],
  [
    'answers the same when it is asked again, and changes nothing',
    {
      price: ({ factors }, { price }, { accountId }) => {
        (factors as Map<number, number>).set(accountId, (calls += 1));
        return price;
      },
    },
  ],
])('one that breaks "%s" is found (%#)', async (name, wrong) => {
  expect(await brokenBy({ ...GOOD, ...wrong })).toContain(name);
});
