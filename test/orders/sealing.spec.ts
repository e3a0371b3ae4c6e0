import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/http-client.js';
import { invariantsFromNow } from '../support/invariants.js';
import { settled } from '../support/settled.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  account = await shop.account({ balance: '1000' });
  product = await shop.product({ price: '1', type: 'package' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

function order(uuid: string): Promise<Answer> {
  return account.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}`);
}

function seal(uuids: readonly string[], api = account.api): Promise<Answer> {
  return api(`/client/api/check?orders=[${uuids.join()}]&uuid=1&seal=1`);
}

describe('sealing', () => {
  it('turns an unseen uuid into one that can never become an order', async () => {
    const uuid = randomUUID();

    expect((await seal([uuid])).json).toEqual({ status: 'OK', data: [], sealed: [uuid] });
    for (const spelling of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')]) {
      expect((await order(spelling)).json).toMatchObject({ code: 117 });
    }
    expect((await account.api(`/client/api/check?orders=${uuid}&uuid=1`)).json).toEqual({
      status: 'OK',
      data: [],
    });
  });

  it('reports a uuid that has an order, and leaves it alone', async () => {
    const [ordered, unseen] = [randomUUID(), randomUUID()];
    await order(ordered);

    const { json } = await seal([ordered, unseen]);

    expect(json).toMatchObject({ data: [{ status: 'wait' }], sealed: [unseen] });
    expect((await order(ordered)).json).toMatchObject({ status: 'OK' });
  });

  it('may be repeated, and names the uuids as they were written', async () => {
    const uuid = `{${randomUUID().toUpperCase()}}`;
    await seal([uuid]);

    expect((await seal([uuid])).json).toEqual({ status: 'OK', data: [], sealed: [uuid] });
  });

  it('is the business of one account alone', async () => {
    const uuid = randomUUID();
    const other = await shop.account();
    await seal([uuid], other.api);

    expect((await order(uuid)).json).toMatchObject({ status: 'OK' });
  });

  it('needs uuid=1 and well-formed uuids', async () => {
    for (const query of ['orders=ID_9fffb0d849a45215&seal=1', 'orders=nonsense&uuid=1&seal=1']) {
      expect((await account.api(`/client/api/check?${query}`)).json).toMatchObject({ code: 114 });
    }
  });

  it.each([
    ...['yes', 'on', '2', '', '1%20'].map((value) => `uuid=1&seal=${value}`),
    ...['uuid=yes&seal=1', 'uuid=&seal=1', 'uuid=1&seal=1&details=yes', 'uuid=1&seal=1&receipts='],
  ])('is 114 for %s, and seals nothing then', async (query) => {
    const uuid = randomUUID();
    const { status, json } = await account.api(`/client/api/check?orders=[${uuid}]&${query}`);

    const message = expect.stringMatching(
      /^Malformed parameter: \w+ \(1 or true, 0 or false\)$/,
    ) as unknown;
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 114, message })]);
    expect((await order(uuid)).json).toMatchObject({ status: 'OK' });
  });

  it('is refused on HEAD and prefetch, and seals nothing then', async () => {
    const uuid = randomUUID();
    const path = `/client/api/check?orders=${uuid}&uuid=1&seal=1`;

    expect((await account.api(path, { method: 'HEAD' })).status).toBe(405);
    const prefetch = { headers: { 'Sec-Purpose': 'prefetch' } };
    expect((await account.api(path, prefetch)).json).toMatchObject({ code: 405 });
    expect((await order(uuid)).json).toMatchObject({ status: 'OK' });
  });

  it('races orders: each uuid ends as an order or sealed, never both', async () => {
    const uuids = Array.from({ length: 60 }, () => randomUUID());

    const [orders, seals] = await Promise.all([
      Promise.all(uuids.map((uuid) => settled(() => order(uuid)))),
      Promise.all(
        uuids.map((_, n) => settled(() => seal(n % 2 ? [...uuids] : uuids.toReversed()))),
      ),
    ]);

    const sealed = (seals[0]!.json as { sealed: string[] }).sealed;
    for (const { json } of seals) {
      expect((json as { sealed: string[] }).sealed.toSorted()).toEqual(sealed.toSorted());
    }
    for (const [n, uuid] of uuids.entries()) {
      const expected = sealed.includes(uuid) ? { code: 117 } : { status: 'OK' };
      expect(orders[n]!.json).toMatchObject(expected);
    }
  });
});
