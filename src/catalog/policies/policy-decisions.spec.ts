import { pino } from 'pino';
import { PortFaults } from '../../common/port-faults.js';
import { QueryFailedError, type EntityManager } from 'typeorm';
import {
  answering,
  policyAudience,
  policyProduct,
  policyWith,
} from '../../../test/support/policies.js';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { CatalogPolicies } from './catalog-policies.js';
import type { CatalogPolicy } from './catalog-policy.js';
import { NO_PRICE } from './policy-decisions.js';

const TIME_MS = 1_800_000_000_000;
const AUDIENCE = policyAudience(7);
const PRODUCT = policyProduct(1, { price: '10' });
const MANAGER = { query: () => Promise.resolve([]) } as unknown as EntityManager;

interface Line {
  readonly extension: string;
  readonly port: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

function policiesOf(...ports: CatalogPolicy[]) {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const policies = new CatalogPolicies(new PortFaults(pino({}, { write })));
  policies.use(
    ports.map((port, index) => ({
      extension: 'acme',
      port: { ...port, name: `policy-${index}` },
    })),
  );
  return { policies, lines };
}

async function decisionsOf(...ports: CatalogPolicy[]) {
  const { policies, lines } = policiesOf(...ports);
  const decisions = (await policies.read(MANAGER, TIME_MS))!;
  return { decisions, lines };
}

const fail = (): never => {
  throw new Error('the rate is missing');
};

it('is nothing without policies', async () => {
  const { policies } = policiesOf();
  expect(policies.areUsed).toBe(false);
  expect(await policies.read(MANAGER, TIME_MS)).toBeUndefined();
});

describe('the decisions of several policies', () => {
  it('show what all of them show', async () => {
    for (const [one, other] of [
      [true, true],
      [true, false],
      [false, true],
    ]) {
      const { decisions, lines } = await decisionsOf(
        policyWith({ shows: () => one! }),
        policyWith({ shows: () => other! }),
      );
      expect(decisions.priceOf(PRODUCT, AUDIENCE)).toBe(one && other ? '10' : undefined);
      expect(lines).toEqual([]);
    }
  });

  it('show a category that all of them show, those that say nothing included', async () => {
    const category = { id: 3, name: 'Games', parentId: null };
    const hides = policyWith({ showsCategory: (_, { id }) => id !== 3 });
    const { decisions } = await decisionsOf(policyWith(), hides);
    expect(decisions.showsCategory(category, AUDIENCE)).toBe(false);
    expect(decisions.showsCategory({ ...category, id: 4 }, AUDIENCE)).toBe(true);
  });

  it('pass each price to the next one, while all of them see the same when they show', async () => {
    const seen: string[] = [];
    const plus = (end: string) =>
      policyWith({
        shows: (_, { price }) => seen.push(price) > 0,
        price: (_, { price }) => `${price}${end}`,
      });
    const { decisions } = await decisionsOf(plus('1'), plus('.50'));
    expect(decisions.priceOf(PRODUCT, AUDIENCE)).toBe('101.5');
    expect(seen).toEqual(['10', '10']);
  });

  it('give each its own facts, the product, the audience and the time', async () => {
    const calls: unknown[] = [];
    const noting = (facts: string) =>
      policyWith<string>({
        read: () => Promise.resolve(facts),
        shows: (...call) => calls.push(call) > 0,
      });
    const { decisions } = await decisionsOf(noting('one'), noting('other'));
    const secret = { ...AUDIENCE, token: 'secret' };
    decisions.priceOf(PRODUCT, secret);
    expect(calls).toEqual([
      ['one', PRODUCT, AUDIENCE, new Date(TIME_MS)],
      ['other', PRODUCT, AUDIENCE, new Date(TIME_MS)],
    ]);
  });

  it('are not changed by a policy that changes what it gets', async () => {
    const careless = policyWith({
      shows: (_, product, audience, time) => {
        time.setHours(0);
        Object.assign(audience, { accountId: 1 });
        Object.assign(product, { price: '99' });
        return true;
      },
    });
    const times: unknown[] = [];
    const next = policyWith({
      shows: (_, { price }, { accountId }, time) =>
        times.push([price, accountId, time.getTime()]) > 0,
    });
    const { decisions } = await decisionsOf(careless, next);
    expect(decisions.priceOf(PRODUCT, AUDIENCE)).toBe('10');
    expect(times).toEqual([['10', 7, TIME_MS]]);
  });

  it('have one digest of all', async () => {
    const digestOf = async (...digests: string[]) => {
      const ports = digests.map((digest) => policyWith({ digest: () => digest }));
      return (await decisionsOf(...ports)).decisions.digest(AUDIENCE);
    };
    expect(await digestOf('a', 'b')).toBe(await digestOf('a', 'b'));
    const all = [await digestOf('a', 'b'), await digestOf('ab', ''), await digestOf('a","b')];
    expect(new Set(all).size).toBe(3);
  });

  it('end with the first of them', async () => {
    const ends = (ms?: number) =>
      policyWith({ goodUntil: () => (ms === undefined ? undefined : new Date(TIME_MS + ms)) });
    const { decisions } = await decisionsOf(ends(2_000), ends(), ends(1_500));
    expect(decisions.goodUntil).toBe(TIME_MS / 1000 + 1.5);
    expect((await decisionsOf(ends())).decisions.goodUntil).toBeUndefined();
  });
});

describe('garbage', () => {
  it.each([
    ...[undefined, 1, 'true', null].map((answer) => () => answer),
    () => Promise.resolve(true),
    () => Promise.reject(new Error('late')),
  ])('hides where shows answers it (%#), and is logged once', async (answer) => {
    const shows = () => answer() as never;
    const { decisions, lines } = await decisionsOf(policyWith({ shows }));
    for (let count = 0; count < 3; count++) {
      expect(decisions.priceOf(PRODUCT, AUDIENCE)).toBeUndefined();
    }
    expect(lines).toMatchObject([
      {
        extension: 'acme',
        port: 'policy-0',
        msg: 'shows of a catalog policy answers neither true nor false',
      },
    ]);
  });

  it.each([1, NaN, 'NaN', '-1', '1e3', '', 'Infinity', undefined, '0.1234567890123456789', '1,5'])(
    'is no price (%p), and is logged once',
    async (answer) => {
      const last = policyWith({ price: fail });
      const { decisions, lines } = await decisionsOf(
        policyWith({ price: answering(answer) }),
        last,
      );
      for (let count = 0; count < 3; count++) {
        expect(decisions.priceOf(PRODUCT, AUDIENCE)).toBe(NO_PRICE);
      }
      expect(lines.map(({ port, msg }) => [port, msg])).toEqual([
        ['policy-0', 'price of a catalog policy answers no price'],
      ]);
    },
  );

  it('is not a price by our own rules that is too long, where a policy leaves it', async () => {
    const price = '9'.repeat(21);
    const { decisions } = await decisionsOf(policyWith());
    expect(decisions.priceOf({ ...PRODUCT, price }, AUDIENCE)).toBe(price);
  });

  it.each([
    ['digest', 5],
    ['goodUntil', new Date(TIME_MS)],
    ['goodUntil', new Date(NaN)],
    ['goodUntil', TIME_MS + 1],
    ['goodUntil', null],
  ] as const)('of %s (%p) is 111', async (method, answer) => {
    const { policies, lines } = policiesOf(policyWith({ [method]: answering(answer) }));
    await expect(
      policies.read(MANAGER, TIME_MS).then((decisions) => decisions?.digest(AUDIENCE)),
    ).rejects.toThrow(TemporarilyUnavailableError);
    expect(lines).toHaveLength(1);
  });
});

describe('a policy that throws', () => {
  it.each(['read', 'goodUntil', 'digest', 'shows', 'showsCategory', 'price'] as const)(
    'in %s is 111 with the cause, and is logged once',
    async (method) => {
      const { policies, lines } = policiesOf(policyWith({ [method]: fail }));
      for (let count = 0; count < 3; count++) {
        const answer = policies.read(MANAGER, TIME_MS).then((decisions) => {
          decisions?.digest(AUDIENCE);
          decisions?.showsCategory({ id: 1, name: '', parentId: null }, AUDIENCE);
          decisions?.priceOf(PRODUCT, AUDIENCE);
        });
        const error: unknown = await answer.catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(TemporarilyUnavailableError);
        expect((error as Error).cause).toMatchObject({ message: 'the rate is missing' });
      }
      expect(lines).toMatchObject([
        {
          extension: 'acme',
          port: 'policy-0',
          msg: `${method} of a catalog policy throws`,
          err: { message: 'the rate is missing' },
        },
      ]);
    },
  );

  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('because another server cannot be reached is 111, and is logged', async () => {
    const { policies, lines } = policiesOf(policyWith({ read: () => Promise.reject(refused) }));
    await expect(policies.read(MANAGER, TIME_MS)).rejects.toThrow(TemporarilyUnavailableError);
    expect(lines).toMatchObject([{ extension: 'acme', port: 'policy-0' }]);
  });

  it('because the database is unavailable throws the same, which is tried again', async () => {
    const error = new QueryFailedError('SELECT 1', [], refused);
    const read = () => Promise.reject(error);
    const { policies, lines } = policiesOf(policyWith({ read }));
    await expect(policies.read(MANAGER, TIME_MS)).rejects.toBe(error);
    expect(lines).toEqual([]);
  });
});
