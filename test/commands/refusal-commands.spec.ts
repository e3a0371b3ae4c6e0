import { randomUUID } from 'node:crypto';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { souk, soukJson } from '../support/command-line.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { workerShop } from '../support/worker-shop.js';

interface ShownRefusal {
  readonly account: number;
  readonly code: number;
  readonly reason: string;
  readonly order_uuid: string;
}

interface Shown {
  readonly order_id: string | null;
  readonly charged: string;
  readonly sealed_for?: string | null;
  readonly refusals: readonly ShownRefusal[];
}

let shop: TestShop;
let product: number;
let poor: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  product = await shop.product({ price: '2' });
  poor = await shop.account();
});

/** The journal is written a moment after the answers. */
const noted = () => until(() => shop.service(RefusalJournal).waiting === 0);
const run = async (...words: string[]) => {
  await noted();
  return souk(shop, 'order', ...words);
};
const show = async (...words: string[]) => {
  await noted();
  return soukJson<Shown>(shop, 'order', 'show', ...words);
};
const list = async (...words: string[]) => {
  await noted();
  return soukJson<ShownRefusal[]>(shop, 'order', 'refusals', ...words);
};

async function order({ api }: TestAccount, uuid: string, query = '', of = product) {
  const { json } = await api(`/client/api/newOrder/${of}/params?order_uuid=${uuid}&${query}`);
  return json as { readonly data?: { readonly order_id: string } };
}

const INSUFFICIENT = 'Insufficient balance: 2 USD needed, 0 USD available';

describe('order show', () => {
  it('tells why the requests under an order_uuid were refused, newest first', async () => {
    const uuid = randomUUID();
    await order(poor, uuid);
    await order(poor, uuid, 'qty=x');
    const shown = await show(`{${uuid.toUpperCase()}}`);
    expect(shown).toMatchObject({
      order_id: null,
      order_uuid: uuid,
      charged: 'no, there is no order',
    });
    expect(shown.refusals).toMatchObject([
      {
        code: 106,
        reason: expect.stringMatching('^Quantity not allowed') as string,
        account_id: poor.id,
      },
      { code: 100, reason: INSUFFICIENT, account_id: poor.id, product_id: product },
    ]);
    const { out, code } = await run('show', uuid);
    expect(code).toBe(0);
    expect(out).toContain(INSUFFICIENT);
  });

  it('tells them of an order that was placed in the end, by its id and by its order_uuid', async () => {
    const account = await shop.account({ balance: '10' });
    const uuid = randomUUID();
    await order(account, uuid, 'max_price=1');
    const { data } = await order(account, uuid);
    // Another account has sent the same key.
    await order(poor, uuid);
    const id = data?.order_id ?? '';
    expect(await show(id)).toMatchObject({ order_id: id, refusals: [{ code: 118 }] });
    const byKey = await show(uuid);
    expect(byKey.order_id).toBe(id);
    expect(byKey.refusals.map(({ code }) => code)).toEqual([100, 118]);
    expect((await show(uuid, '--account', String(poor.id))).refusals).toMatchObject([
      { code: 100 },
    ]);
    expect((await show(uuid, '--account', String(account.id))).order_id).toBe(id);
  });

  it('tells them of a sealed key, and of a key that was never refused nothing', async () => {
    const account = await shop.account({ balance: '10' });
    const [sealed, placed] = [randomUUID(), randomUUID()];
    await account.api(`/client/api/check?orders=${sealed}&uuid=1&seal=1`);
    await order(account, sealed);
    expect(await show(sealed)).toMatchObject({
      order_id: null,
      sealed_for: `account ${account.id}`,
      refusals: [{ code: 117 }],
    });
    await order(account, placed);
    expect((await show(placed)).refusals).toEqual([]);
    expect((await run('show', placed)).out).not.toContain('refusals');
  });

  it('chooses among several accounts that have ordered under one key', async () => {
    const accounts = [await shop.account({ balance: '10' }), await shop.account({ balance: '10' })];
    const uuid = randomUUID();
    const ids: (string | undefined)[] = [];
    for (const account of accounts) ids.push((await order(account, uuid)).data?.order_id);
    expect((await run('show', uuid)).err).toContain('Several accounts');
    for (const [index, { id }] of accounts.entries()) {
      expect((await show(uuid, '--account', String(id))).order_id).toBe(ids[index]);
    }
  });

  it('says when there were more refusals than it shows', async () => {
    const uuid = randomUUID();
    for (let count = 0; count < 21; count++) await order(poor, uuid);
    const { out, err } = await run('show', uuid);
    expect([out.split(INSUFFICIENT).length - 1, err]).toEqual([
      20,
      'It was refused more often before.\n',
    ]);
  });
});

describe('order refusals', () => {
  it('keeps to account, product, code and times', async () => {
    const account = await shop.account();
    const gone = await shop.product({ price: '1' });
    const uuids = [randomUUID(), randomUUID(), randomUUID()] as const;
    await order(account, uuids[0]);
    await order(account, uuids[1], '', gone);
    await order(account, uuids[2], 'qty=x', gone);
    const keys = async (...words: string[]) =>
      (await list('--account', String(account.id), ...words)).map(({ order_uuid }) => order_uuid);

    expect(await keys()).toEqual([uuids[2], uuids[1], uuids[0]]);
    expect(await keys('--product', String(gone))).toEqual([uuids[2], uuids[1]]);
    expect(await keys('--product', String(gone), '--code', '100')).toEqual([uuids[1]]);
    await shop.db.query(
      `UPDATE order_refusals SET at = '2026-01-31T18:00Z' WHERE order_uuid = $1`,
      [uuids[1]],
    );
    expect(await keys('--from', '2026-01-31T18:00Z', '--to', '2026-02-01')).toEqual([uuids[1]]);
    expect(await keys('--to', '2026-01-31T18:00Z')).toEqual([]);
  });

  it('says when it was cut, and when there is nothing', async () => {
    const account = await shop.account();
    for (let count = 0; count < 3; count++) await order(account, randomUUID());
    const id = String(account.id);
    const { out, err } = await run('refusals', '--account', id, '--limit', '2');
    expect(out.split(INSUFFICIENT)).toHaveLength(3);
    expect(err).toBe('There are more; raise --limit.\n');
    expect((await run('refusals', '--account', id, '--code', '601')).out).toBe(
      'There is no such refused order.\n',
    );
    expect((await run('refusals', '--code', '9')).code).toBe(2);
  });

  it('writes a CSV in which no cell is a formula', async () => {
    const opaque = await shop.account({ orderUuidMode: 'opaque' });
    await order(opaque, '=1-1');
    const { out } = await run('refusals', '--account', String(opaque.id), '--csv');
    const [header, line] = out.split('\r\n');
    expect(header).toBe('id,at,account_id,code,reason,product_id,order_uuid,address,request_id');
    expect(line).toContain(`,${opaque.id},100,"${INSUFFICIENT}",${product},"'=1-1",127.0.0.1,`);
  });
});
