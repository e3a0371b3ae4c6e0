import { newSecretKey } from '../../src/common/secret-box.js';
import { SentStatements } from '../support/sent-statements.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  // A shop of its own: it is closed for everyone, and settled as after a recovery.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(() => shop.close());

const post = (path: string, body: object) => owner.ask(`POST ${path}`, { body });
const put = (path: string, body: object) => owner.ask(`PUT ${path}`, { body });

describe('a stock', () => {
  const add = (body: object) => post('stocks/uc%2060/codes', body);

  it('gets codes once, warns, and is listed in pages', async () => {
    const codes = ['A-1', 'A-2', 'A-2'];
    expect((await add({ codes, dry_run: true })).json).toEqual({
      ...{ applied: false, added: 2, skipped: 1 },
    });
    expect((await add({ codes, cost: '0.85' })).json).toMatchObject({ applied: true, added: 2 });
    expect((await add({ codes: ['A-1', 'A-3'] })).json).toMatchObject({ added: 1, skipped: 1 });
    await post('stocks/other/codes', { codes: ['B-1'] });

    expect((await put('stocks/uc%2060/warn-below', { warn_below: 5 })).json).toEqual({
      ...{ name: 'uc 60', free: 3, held: 0, delivered: 0, warn_below: 5 },
    });
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await owner.get<{ items: { name: string }[]; next: string | null }>(
        `GET stocks?limit=1${cursor}`,
      );
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    const rows = await shop.db.query<{ name: string }>(
      'SELECT name FROM code_stocks ORDER BY name COLLATE "C"',
    );
    expect(names).toEqual(rows.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['other', 'uc 60']));
  });

  it('gives codes to one request each, and to the same one again', async () => {
    const codes = Array.from({ length: 30 }, (_, index) => `W-${index}-THAT-IS-SECRET`);
    await post('stocks/many/codes', { codes });
    const take = async (key: string) => {
      const ask = { body: { count: 2 }, key };
      const { status, json } = await until(async () => {
        const answer = await owner.ask('POST stocks/many/withdraw', ask);
        return [429, 503].includes(answer.status) ? undefined : answer;
      });
      return { status, codes: (json as { codes?: string[] }).codes ?? [] };
    };
    const keys = Array.from({ length: 64 }, (_, index) => `withdrawal-${index % 16}`);
    const taken = await Promise.all(keys.map(take));
    const byKey = new Map(keys.map((key, index) => [key, JSON.stringify(taken[index])]));
    taken.forEach((one, index) => {
      expect(byKey.get(keys[index] ?? '')).toBe(JSON.stringify(one));
    });
    expect([...new Set(taken.flatMap(({ codes: own }) => own))].sort()).toEqual(codes.sort());
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(
      (await owner.ask('POST stocks/none/withdraw', { body: { count: 1 }, key: 'x' })).status,
    ).toBe(404);
  });

  it('is told before and after a withdrawal without counting the codes of others', async () => {
    await post('stocks/counted/codes', { codes: ['D-1', 'D-2'] });
    const sent = new SentStatements();
    sent.listenTo(shop.app.getHttpServer());
    const ask = { body: { count: 1 }, key: 'counted' };
    expect((await owner.ask('POST stocks/counted/withdraw', ask)).json).toMatchObject({ free: 1 });
    sent.end();
    const counts = sent.take().filter(({ sql }) => sql.includes('JOIN stock_codes'));
    expect(counts.map(({ parameters }) => parameters)).toEqual([['counted'], ['counted']]);
  });

  it('sells held codes again but for those that were sold', async () => {
    await post('stocks/held/codes', { codes: ['C-1', 'C-2', 'C-3'] });
    await owner.get('POST maintenance/settle');
    const release = (body: object) => post('stocks/held/release', body);
    const trial = await release({ sold: ['C-2', 'C-9'], dry_run: true });
    expect(trial.json).toMatchObject({ applied: false, released: 2, sold: 1, recorded: 1 });
    expect((await release({ sold: ['C-2'] })).json).toEqual({
      ...{ applied: true, released: 2, sold: 1, recorded: 0, sold_again_by: [] },
    });
    await put('maintenance', { closed: 'nothing' });
  });

  it.each<[string, object, number]>([
    ['stocks/x/codes', { codes: [] }, 422],
    ['stocks/x/codes', { codes: ['a\nb'] }, 422],
    ['stocks/x/codes', { codes: ['x'.repeat(1_001)] }, 422],
    ['stocks/x/codes', { codes: ['a'], cost: '-1' }, 422],
    ['stocks/none/release', { sold: [] }, 404],
    ['stocks/none/release', {}, 422],
  ])('%s refuses %j with %i', async (path, body, status) => {
    expect((await post(path, body)).status).toBe(status);
  });
});

describe('the delivery of a product', () => {
  it('is set and shown', async () => {
    const product = await shop.product();
    await post('stocks/uc/codes', { codes: ['E-1'] });
    const { items } = await owner.get<{ items: string[] }>('GET delivery-handlers');
    expect(items).toEqual(expect.arrayContaining(['codes', 'manual', 'upstream']));
    const steps = [
      { handler: 'codes', settings: { stock: 'uc' } },
      { handler: 'manual', settings: {} },
    ];
    const path = `products/${product}/delivery`;
    expect((await put(path, { steps })).json).toEqual({ steps });
    for (const wrong of [{}, 'codes', [5], [{ handler: 'x', settings: {} }], steps.toReversed()]) {
      expect([wrong, (await put(path, { steps: wrong })).status]).toEqual([wrong, 422]);
    }
    expect(await owner.get(`GET ${path}`)).toEqual({ steps });
    expect((await owner.ask('GET products/999999/delivery')).status).toBe(404);
  });
});

describe('the shop', () => {
  it('closes orders for resellers, and opens again', async () => {
    const account = await shop.account();
    const code = async () => (await account.api('/client/api/profile')).status;
    expect((await put('maintenance', { closed: 'everything' })).json).toMatchObject({
      closed: 'everything',
    });
    expect(await code()).toBe(503);
    await put('maintenance', { closed: 'nothing' });
    expect(await code()).toBe(200);
    expect(await owner.get('GET maintenance')).toMatchObject({ closed: 'nothing' });
    expect((await put('maintenance', { closed: 'all' })).status).toBe(422);
  });

  it('is examined, for several at once', async () => {
    const [one, other] = await Promise.all([owner.get('GET doctor'), owner.get('GET doctor')]);
    expect(one).toEqual({
      items: expect.arrayContaining([
        expect.objectContaining({ check: 'ledger chain', verdict: 'ok' }),
      ]) as unknown,
    });
    expect(other).toEqual(one);
  });

  it('after a recovery holds back what may be sold twice', async () => {
    const settled = await owner.get<{ steps: string[] }>('POST maintenance/settle');
    expect(settled).toMatchObject({ waiting_orders: 0, orders_at_suppliers: 0 });
    expect(settled.steps.join()).toContain('newOrder is closed');
    expect(await owner.get('GET maintenance')).toMatchObject({ closed: 'orders' });
    await put('maintenance', { closed: 'nothing' });
  });
});

describe('extensions', () => {
  it('are listed, and forgotten', async () => {
    await shop.db.query(
      `INSERT INTO extensions (name, version, ports) VALUES ('gone', '1.2', '{"checks":["limit"]}')`,
    );
    expect(await owner.get('GET extensions')).toMatchObject({
      items: [{ name: 'gone', recorded: '1.2', loaded: null, ports: { checks: ['limit'] } }],
    });
    expect(await owner.get('DELETE extensions/gone')).toEqual({ forgotten: 'gone' });
    expect((await owner.ask('DELETE extensions/gone')).status).toBe(404);
  });

  it('are bounded in what they add to balances, by owners', async () => {
    await shop.db.query(
      `INSERT INTO extensions (name, version, ports, uses)
       VALUES ('pay', '1', '{}', '{balance.deposit,later.method}')`,
    );
    await shop.db.query(
      `INSERT INTO extension_calls (extension, key, method, input_hash, added, at)
       VALUES ('pay', 'now', 'balance.deposit', '', 2.5, now()),
              ('pay', 'before', 'balance.deposit', '', 5, now() - interval '25 hours'),
              ('pay', 'free', 'tokens.issue', '', NULL, now())`,
    );
    const uses = [
      { method: 'balance.deposit', does: 'add money to accounts' },
      { method: 'later.method', does: 'later.method' },
    ];
    expect(await owner.get('GET extensions')).toMatchObject({
      items: [{ name: 'pay', uses, deposits_a_day: null, added_within_a_day: '2.5' }],
    });
    const set = (most: unknown, match = '*') =>
      owner.ask('PATCH extensions/pay', { body: { deposits_a_day: most }, match });
    const bounded = await set('10.50');
    expect(bounded.json).toEqual({ name: 'pay', deposits_a_day: '10.5' });
    const tag = bounded.headers.etag ?? '';
    expect((await set('0', tag)).json).toMatchObject({ deposits_a_day: '0' });
    expect((await set('1', tag)).status).toBe(412);
    for (const wrong of ['-1', 'NaN', '', 1, undefined, '0.000000001']) {
      expect((await set(wrong)).status).toBe(422);
    }
    expect((await owner.ask('PATCH extensions/none', { body: {}, match: '*' })).status).toBe(422);
    expect((await set(null)).json).toMatchObject({ deposits_a_day: null });
    const manager = await TestOperator.of(shop, 'manager', { name: 'bounded' });
    const forbidden = { body: { deposits_a_day: null }, match: '*' };
    expect((await manager.ask('PATCH extensions/pay', forbidden)).status).toBe(403);
    expect(await owner.get('DELETE extensions/pay')).toEqual({ forgotten: 'pay' });
  });

  it('are not forgotten while nobody else would deliver a product, unless it is switched off', async () => {
    await shop.db.query(
      `INSERT INTO extensions (name, version, ports) VALUES ('far', '1', '{"handlers":["far"]}')`,
    );
    const far = { handler: 'far', settings: {} };
    const product = await shop.product({ name: 'Far card', fulfillment: [far] });
    const refused = await owner.ask('DELETE extensions/far');
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(
        `Nobody would deliver some products any more (1): Far card (${product}).`,
      ),
    ]);
    expect((await owner.ask('DELETE extensions/far?switch_off=x')).status).toBe(422);
    expect((await owner.ask('DELETE extensions/far?switch_off=false')).status).toBe(409);
    expect(await owner.get('DELETE extensions/far?switch_off=true')).toEqual({ forgotten: 'far' });
    expect(await owner.get(`GET products/${product}`)).toMatchObject({ available: false });
  });

  it('get failed events again', async () => {
    await shop.db.query(`
      INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
      VALUES ('acme', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, 'it was down')`);
    const { items } = await owner.get<{ items: { id: number }[] }>(
      'GET failed-events?extension=acme',
    );
    expect(items).toMatchObject([{ extension: 'acme', attempts: 3, reason: 'it was down' }]);
    expect(await owner.get(`POST failed-events/${items[0]?.id}/resend`)).toMatchObject({
      listener: 'sink',
    });
    expect((await owner.ask('POST failed-events/999999/resend')).status).toBe(404);
    // No other event waits for it.
    expect((await owner.ask(`POST failed-events/${items[0]?.id}/skip`)).status).toBe(409);
    expect((await post('failed-events/release', { drop: true })).json).toEqual({ count: 0 });
  });
});
