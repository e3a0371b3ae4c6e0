import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { OrderChecks } from '../../../src/orders/checks/order-checks.js';
import { OrderRefusedError } from '../../../src/orders/checks/order-refused-error.js';
import { OrderRefusals } from '../../../src/orders/refusals/order-refusals.service.js';
import type { Ask } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { refusalRows, refusalsWritten, type RefusalRow } from '../../support/refusal-rows.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const ADDRESS = '203.0.113.9';

let shop: TestShop;
let product: number;

beforeAll(async () => {
  // A shop of its own: it trusts a proxy, which the tests are, so that they can call from any address.
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
  product = await shop.product({ price: '1' });
  shop.service(OrderChecks).use(
    [
      {
        extension: 'acme',
        port: {
          name: 'refuse',
          concerns: ({ productName }) => productName === 'refused by a check',
          check: () => Promise.reject(new OrderRefusedError(601, 'Not on Mondays.')),
        },
      },
    ],
    [{ extension: 'acme', errors: [{ code: 601, message: 'Refused.', httpStatus: 409 }] }],
  );
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

/** A request of newOrder, and the account that sends it. */
interface Refused {
  readonly account: TestAccount;
  readonly product?: number;
  readonly uuid?: string;
  readonly query?: string;
  readonly ask?: Ask;
}

const path = (of: number, uuid: string, query = '') =>
  `/client/api/newOrder/${of}/params?order_uuid=${uuid}&${query}`;

const settled = () => refusalsWritten(shop);

/** Sends the request. @returns its answer, and the rows of the account once nothing waits to be written */
async function refused({ account, product: of = product, uuid = randomUUID(), ...rest }: Refused) {
  const { query = '', ask = {} } = rest;
  const headers = { 'X-Forwarded-For': ADDRESS, ...ask.headers };
  const before = (await refusalRows(shop.db, account.id)).length;
  const answer = await account.api(path(of, uuid, query), { ...ask, headers });
  await settled();
  const rows = (await refusalRows(shop.db, account.id)).slice(before);
  return { answer, rows, uuid, json: answer.json as { code: number; message: string } };
}

const rich = () => shop.account({ balance: '100' });

/** How each code of the refusal table of docs/api.md comes about. */
const CASES: Readonly<Record<string, () => Promise<Refused>>> = {
  100: async () => ({ account: await shop.account() }),
  105: async () => {
    const fulfillment = [{ handler: 'codes', settings: { stock: 'none' } }];
    return { account: await rich(), product: await shop.product({ fulfillment }) };
  },
  106: async () => ({ account: await rich(), query: 'qty=x' }),
  109: async () => ({ account: await rich(), product: 2_000_000 }),
  110: async () => {
    const gone = await shop.product({ available: false });
    return { account: await shop.account({ showUnavailable: true }), product: gone };
  },
  112: async () => ({ account: await rich(), product: await ranged(), query: 'qty=1' }),
  113: async () => ({ account: await rich(), product: await ranged(), query: 'qty=51' }),
  114: async () => {
    const fields = [
      { name: 'id', label: 'Id', type: 'number', required: true, pattern: '^[0-9]+$' } as const,
    ];
    return { account: await rich(), product: await shop.product({ fields }), query: 'id=secret' };
  },
  116: async () => {
    const [account, uuid] = [await rich(), randomUUID()];
    await account.api(path(product, uuid));
    return { account, product: await shop.product(), uuid };
  },
  117: async () => {
    const [account, uuid] = [await rich(), randomUUID()];
    await account.api(`/client/api/check?orders=${uuid}&uuid=1&seal=1`);
    return { account, uuid };
  },
  118: async () => ({ account: await rich(), query: 'max_price=0.5' }),
  119: async () => {
    const account = await rich();
    await shop.db.query('UPDATE access_tokens SET daily_cap = 0.5 WHERE account_id = $1', [
      account.id,
    ]);
    return { account };
  },
  122: async () => ({ account: await shop.account({ apiPermitted: false }) }),
  123: async () => ({ account: await shop.account({ allowedIps: ['203.0.113.7'] }) }),
  124: async () => {
    const { id, token, api } = await rich();
    await shop.db.query(`UPDATE access_tokens SET scopes = '{catalog}' WHERE account_id = $1`, [
      id,
    ]);
    return { account: { id, token, api } };
  },
  130: async () => {
    await shop.db.query('UPDATE maintenance SET enabled = true, orders_only = true');
    return { account: await rich() };
  },
  601: async () => ({
    account: await rich(),
    product: await shop.product({ name: 'refused by a check' }),
  }),
};

const ranged = () => shop.product({ quantityValues: { min: '2', max: '50' } });

/** Codes of the table that leave no row: nobody knows whose request it was, or nothing is decided. */
const LEAVES_NOTHING = [111, 120, 121];

/** The codes of docs/api.md, in the table of the checks of newOrder. */
async function documentedCodes(): Promise<number[]> {
  const page = await readFile('docs/api.md', 'utf8');
  const [, rest = ''] = page.split('The checks run in this order');
  const [table = ''] = rest.split('\n\n`price`');
  const codes = [...table.matchAll(/\b(\d{3})(?:–(\d{3}))?\b/g)].flatMap(([, from, to]) =>
    to === undefined || to === '699' ? [Number(from)] : range(Number(from), Number(to)),
  );
  return [...new Set(codes)].sort((a, b) => a - b);
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a refused order', () => {
  afterEach(() => shop.db.query('UPDATE maintenance SET enabled = false, orders_only = false'));

  it('is tried here with every code of the table in docs/api.md', async () => {
    const tried = [...Object.keys(CASES).map(Number), ...LEAVES_NOTHING];
    // Codes of extensions are declared from 600 on.
    const documented = (await documentedCodes()).map((code) => (code === 600 ? 601 : code));
    expect(tried.sort((a, b) => a - b)).toEqual(documented);
  });

  it.each(Object.keys(CASES))('with %s leaves one row with its reason', async (code) => {
    const { account, ...request } = await CASES[code]!();
    const { json, rows, uuid, answer } = await refused({ account, ...request });

    expect(json.code).toBe(Number(code));
    expect(rows).toEqual([
      {
        account_id: account.id,
        order_uuid: uuid,
        product_id: request.product ?? product,
        code: json.code,
        reason: json.message,
        address: ADDRESS,
        request_id: answer.headers['x-request-id'],
      },
    ]);
  });

  it('keeps no account field', async () => {
    const { rows } = await refused(await CASES[114]!());
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it.each(['semantic', 'orders-200', 'always-200'] as const)(
    'leaves the same row when errors are answered as %s',
    async (errorHttpStatus) => {
      const account = await shop.account({ errorHttpStatus });
      const { rows, json, uuid } = await refused({ account });
      expect(rows).toMatchObject([{ code: 100, order_uuid: uuid, reason: json.message }]);
    },
  );

  it('has its key in the normal form, or what was sent for it, unless that is long or not printable', async () => {
    const account = await shop.account();
    const opaque = await shop.account({ orderUuidMode: 'opaque' });
    const uuid = randomUUID();
    const keys: (RefusalRow['order_uuid'] | undefined)[] = [];
    const asked: [TestAccount, string][] = [
      [account, `%7B${uuid.toUpperCase()}%7D`],
      [account, 'invoice-17'],
      [account, '7'.repeat(64)],
      [account, ''],
      [opaque, 'invoice-17'],
      [opaque, 'a%00b'],
    ];
    for (const [who, key] of asked) {
      keys.push((await refused({ account: who, uuid: key })).rows[0]?.order_uuid);
    }
    expect(keys).toEqual([uuid, 'invoice-17', null, null, 'invoice-17', null]);
  });

  it('has the key of an account whose guard refuses it, in the mode of the account', async () => {
    const account = await shop.account({ orderUuidMode: 'opaque', apiPermitted: false });
    const { rows } = await refused({ account, uuid: 'invoice-18' });
    expect(rows).toMatchObject([{ code: 122, order_uuid: 'invoice-18' }]);
  });

  it('has no product where the path holds no id', async () => {
    const account = await rich();
    await account.api(`/client/api/newOrder/abc/params?order_uuid=${randomUUID()}`);
    await settled();
    expect(await refusalRows(shop.db, account.id)).toMatchObject([{ code: 109, product_id: null }]);
  });

  it('is noted when it came by POST, and with a body that cannot be read', async () => {
    const account = await shop.account();
    const uuid = randomUUID();
    const post = (body: string): Ask => ({
      ...{ method: 'POST', body },
      headers: { 'Content-Type': 'application/json' },
    });
    const url = `/client/api/newOrder/${product}/params`;
    await account.api(url, post(JSON.stringify({ order_uuid: uuid })));
    await account.api(`${url}?order_uuid=${uuid}`, post('{'));
    await settled();
    expect(await refusalRows(shop.db, account.id)).toMatchObject([
      { code: 100, order_uuid: uuid },
      { code: 114, order_uuid: uuid },
    ]);
  });

  it('is noted once for each request, and in their order', async () => {
    const account = await shop.account();
    const uuids = Array.from({ length: 64 }, () => randomUUID());
    const answers = await Promise.all(uuids.map((uuid) => account.api(path(product, uuid))));
    await settled();
    // A busy server may answer 111 to some of so many at once.
    const refused = uuids.filter((_, of) => (answers[of]?.json as { code: number }).code === 100);
    expect(refused.length).toBeGreaterThan(0);
    const rows = (await refusalRows(shop.db, account.id)).filter(({ code }) => code === 100);
    expect(rows.map(({ order_uuid }) => order_uuid).sort()).toEqual(refused.sort());

    const twice = randomUUID();
    for (let count = 0; count < 3; count++) await account.api(path(product, twice));
    await settled();
    const { items } = await shop
      .service(OrderRefusals)
      .page({ orderUuid: twice, accountId: account.id }, undefined, 10);
    expect(items.map(({ orderUuid }) => orderUuid)).toEqual([twice, twice, twice]);
  });
});
