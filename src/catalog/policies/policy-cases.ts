import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { EntityManager } from 'typeorm';
import { shapeFault } from '../../common/port-shape.js';
import { isPrice } from '../price-text.js';
import type {
  CatalogPolicy,
  PolicyAudience,
  PolicyCategory,
  PolicyProduct,
} from './catalog-policy.js';
import { POLICY_SHAPE } from './policy-shape.js';

/** A policy under test. */
export interface PolicySubject {
  readonly policy: CatalogPolicy;
  /**
   * Runs work in one REPEATABLE READ transaction on a database with the tables of the policy, so that all reads of a case
   * see the same rows.
   */
  readonly inTransaction: <Result>(
    work: (manager: EntityManager) => Promise<Result>,
  ) => Promise<Result>;
  /** Products about which the policy decides differently, and some that exist in none of its tables. */
  readonly products: readonly PolicyProduct[];
  /** Audiences for which the policy decides differently. */
  readonly audiences: readonly PolicyAudience[];
  /** For a policy with `showsCategory`. */
  readonly categories?: readonly PolicyCategory[];
  /** Moments to decide at, besides the present one and the ends that the policy names. */
  readonly times?: readonly Date[];
}

/** One promise that every catalog policy must keep; `run` throws if the policy breaks it. */
export interface PolicyCase {
  readonly name: string;
  readonly run: (subject: PolicySubject) => Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** So many ends in a row are looked at, beginning with the present time. */
const ENDS = 4;
/** After the time that a rule by hour, weekday, month or season needs to decide otherwise. */
const LATER_MS = [
  1,
  MINUTE_MS,
  61 * MINUTE_MS,
  ...[1, 2, 3, 4, 5, 6, 7, 31, 92, 183].map((days) => days * DAY_MS),
];

/** The promises of the port, as cases for any test runner. */
export const POLICY_CASES: readonly PolicyCase[] = [
  {
    name: 'has a name, all methods, and no unknown one',
    run: async ({ policy }) => {
      assert.equal(shapeFault(policy, POLICY_SHAPE), undefined);
      await Promise.resolve();
    },
  },
  {
    name: 'answers texts, booleans and prices',
    run: forEachMoment(({ policy, products, audiences, categories = [] }, facts, time) => {
      for (const audience of audiences) {
        assert.equal(typeof policy.digest(facts, audience, time), 'string', 'digest is no text');
        for (const product of products) {
          const shown = policy.shows(facts, product, audience, time);
          assert.equal(typeof shown, 'boolean', 'shows answers no boolean');
          const price: unknown = policy.price(facts, product, audience, time);
          assert.ok(typeof price === 'string' && isPrice(price), `${inspect(price)} is no price`);
        }
        for (const category of categories) {
          const shown = policy.showsCategory?.(facts, category, audience, time) ?? true;
          assert.equal(typeof shown, 'boolean', 'showsCategory answers no boolean');
        }
      }
    }),
  },
  {
    name: 'names an end that is later than the time, or none',
    run: forEachMoment(({ policy }, facts, time) => {
      const end = policy.goodUntil(facts, time);
      if (end === undefined) return;
      assert.ok(end instanceof Date, 'goodUntil answers no Date');
      assert.ok(end > time, `the end ${end.toISOString()} is not later than ${time.toISOString()}`);
    }),
  },
  {
    name: 'decides about a product with the facts about it as with all facts',
    run: (subject) =>
      subject.inTransaction(async (manager) => {
        const { policy, products, audiences } = subject;
        const all = await policy.read(manager);
        const times = timesOf(subject, all);
        for (const product of products) {
          const slice = await policy.read(manager, product.id);
          for (const [audience, time] of pairs(audiences, times)) {
            assert.deepEqual(
              aboutProduct(policy, slice, product, audience, time),
              aboutProduct(policy, all, product, audience, time),
              `product ${product.id} is decided otherwise with the facts about it only`,
            );
          }
        }
      }),
  },
  {
    name: 'has another digest wherever it decides otherwise',
    run: (subject) =>
      withFacts(subject, (facts) => {
        const decidedBy = new Map<string, string>();
        for (const [audience, time] of pairs(subject.audiences, timesOf(subject, facts))) {
          const digest = subject.policy.digest(facts, audience, time);
          const decisions = allDecisions(subject, facts, audience, time);
          assert.equal(
            decidedBy.get(digest) ?? decisions,
            decisions,
            `the digest ${digest} stands for two different results`,
          );
          decidedBy.set(digest, decisions);
        }
      }),
  },
  {
    name: 'decides the same until the end that it names',
    run: forEachMoment((subject, facts, time) => {
      const end = subject.policy.goodUntil(facts, time)?.getTime() ?? Infinity;
      const inside = [...LATER_MS.map((ms) => time.getTime() + ms), end - 1].filter(
        (ms) => ms < end && ms > 0,
      );
      for (const audience of subject.audiences) {
        const decisions = allDecisions(subject, facts, audience, time);
        for (const ms of inside.filter(Number.isFinite)) {
          const later = new Date(ms);
          assert.equal(
            allDecisions(subject, facts, audience, later),
            decisions,
            `it decides otherwise at ${later.toISOString()}, before the end that it names`,
          );
        }
      }
    }),
  },
  {
    name: 'answers the same when it is asked again, and changes nothing',
    run: forEachMoment((subject, facts, time) => {
      const before = inspected(facts);
      for (const audience of subject.audiences) {
        const first = everything(subject, facts, audience, time);
        assert.equal(everything(subject, facts, audience, time), first, 'it answers otherwise');
      }
      assert.equal(inspected(facts), before, 'it changes its facts');
    }),
  },
];

type Look = (subject: PolicySubject, facts: unknown, time: Date) => void;

/** A case that looks at all facts at each moment. */
function forEachMoment(look: Look): PolicyCase['run'] {
  return (subject) =>
    withFacts(subject, (facts) => {
      for (const time of timesOf(subject, facts)) look(subject, facts, time);
    });
}

/** Facts and subject are frozen, so that a policy that changes them fails. */
async function withFacts(subject: PolicySubject, look: (facts: unknown) => void): Promise<void> {
  const facts = await subject.inTransaction((manager) => subject.policy.read(manager));
  frozen([subject.products, subject.audiences, subject.categories]);
  look(frozen(facts));
}

/** The present time, those of the subject, and of each of them some ends in a row and the millisecond before. */
function timesOf({ policy, times = [] }: PolicySubject, facts: unknown): Date[] {
  const all = [new Date(), ...times];
  for (let time of [...all]) {
    for (let count = 0; count < ENDS; count++) {
      const end = policy.goodUntil(facts, time);
      if (!end || !(end > time)) break;
      all.push(new Date(end.getTime() - 1), end);
      time = end;
    }
  }
  return all;
}

function aboutProduct(
  policy: CatalogPolicy,
  facts: unknown,
  product: PolicyProduct,
  audience: PolicyAudience,
  time: Date,
): unknown {
  const shown = policy.shows(facts, product, audience, new Date(time));
  return { shown, price: shown && policy.price(facts, product, audience, new Date(time)) };
}

/** All that is decided for an audience, as text. */
function allDecisions(
  { policy, products, categories = [] }: PolicySubject,
  facts: unknown,
  audience: PolicyAudience,
  time: Date,
): string {
  return JSON.stringify([
    products.map((product) => aboutProduct(policy, facts, product, audience, time)),
    categories.map((category) => policy.showsCategory?.(facts, category, audience, new Date(time))),
  ]);
}

function everything(
  subject: PolicySubject,
  facts: unknown,
  audience: PolicyAudience,
  time: Date,
): string {
  const digest = subject.policy.digest(facts, audience, new Date(time));
  const end = subject.policy.goodUntil(facts, new Date(time));
  return JSON.stringify([digest, end, allDecisions(subject, facts, audience, time)]);
}

function pairs<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));
}

/** Also what no freezing protects: the contents of a Map, a Set or a Date. */
function inspected(value: unknown): string {
  return inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // The elements of typed arrays cannot be frozen.
  if (!ArrayBuffer.isView(value)) Object.freeze(value);
  const inside: unknown[] = Object.values(value);
  if (value instanceof Map) inside.push(...(value as Map<unknown, unknown>).entries());
  if (value instanceof Set) inside.push(...(value as Set<unknown>));
  for (const part of inside) frozen(part);
  return value;
}
