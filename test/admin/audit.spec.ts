import { soukJson } from '../support/command-line.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** More than a page of the audit holds. */
const GROUPS = 10;

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  // A shop of its own: its audit is read from end to end, and entries with ids of ours are put into it.
  shop = await startTestShop();
  owner = await TestOperator.of(shop, 'owner');
  await TestOperator.of(shop, 'viewer');
  for (let number = 1; number <= GROUPS; number += 1) {
    await owner.get('POST groups', { body: { name: `Group ${number}` } });
  }
});
afterAll(() => shop.close());

const price = (product: number, usd: string) => ['--product', String(product), '--fixed', usd];

const entries = (): Promise<{ id: string }[]> =>
  shop.db.query<{ id: string }>(
    'SELECT id::text AS id FROM audit_entries ORDER BY at, audit_entries.id',
  );

describe('the audit', () => {
  interface Page {
    readonly items: { id: string; at: string; action: string; actor: string; details: object }[];
    readonly next: string | null;
  }

  async function all(query: string, limit = 7): Promise<Page['items']> {
    const items: Page['items'] = [];
    let cursor = '';
    for (;;) {
      const page = await owner.get<Page>(`GET audit?limit=${limit}${query}${cursor}`);
      items.push(...page.items);
      if (page.next === null) return items;
      expect(page.items).toHaveLength(limit);
      cursor = `&cursor=${page.next}`;
    }
  }

  it('is read in pages, newest first, each entry once', async () => {
    const ids = (await entries()).map(({ id }) => id);
    expect((await all('')).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('has each entry once also where ids of more digits have the same time', async () => {
    await shop.db.query(
      `INSERT INTO audit_entries (id, at, actor, action, outcome, finished_at)
       SELECT n, '2026-01-01Z', 'operator:digits', 'account set', 'done', now()
       FROM generate_series(9990, 10009) n`,
    );
    const found = await all('&actor=operator:digits');
    expect(found.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 20 }, (_, place) => 10_009 - place),
    );
  });

  it('is searched by action, actor and time', async () => {
    const created = await all('&action=group%20create');
    const [{ count } = { count: 0 }] = await shop.db.query<{ count: number }>(
      "SELECT count(*)::integer FROM audit_entries WHERE action = 'group create'",
    );
    expect(created.map(({ action }) => action)).toEqual(Array(count).fill('group create'));
    expect(count).toBeGreaterThanOrEqual(GROUPS);
    expect(await all('&actor=operator:nobody')).toEqual([]);
    const [newest] = created;
    const after = await all(`&from=${newest?.at}&action=group%20create`);
    expect(after).toEqual([newest]);
    expect(await all(`&to=2020-01-01T00:00:00Z`)).toEqual([]);
  });

  it('is searched by people, recipients and tokens, whatever its entries call them', async () => {
    const actions = async (target: string) =>
      (await all(`&target=${encodeURIComponent(target)}`)).map(({ action }) => action);
    await owner.get('POST operators', { body: { name: 'bob', role: 'viewer' } });
    await owner.get('POST operators/bob/disable');
    expect(await actions('operator bob')).toEqual(['operator disable', 'operator create']);

    const body = { name: 'desk', kind: 'email', address: 'desk@acme.example', topics: [] };
    await owner.get('POST notifications', { body });
    expect(await actions('recipient desk')).toEqual(['notify set']);

    const { id: account } = await shop.account();
    const token = await owner.get<{ id: number }>(`POST accounts/${account}/tokens`, { body: {} });
    await owner.get(`POST tokens/${token.id}/revoke`);
    expect(await actions(`token ${token.id}`)).toEqual(['token revoke', 'token issue']);
    expect(await actions(`account ${account}`)).toEqual(['token revoke', 'token issue']);

    const asked = { operator: 'bob', expires_at: null };
    await owner.ask('POST operators/bob/enable');
    const own = await owner.get<{ id: number }>('POST operator-tokens', { body: asked });
    await owner.get(`POST operator-tokens/${own.id}/revoke`);
    expect(await actions(`operator-token ${own.id}`)).toEqual([
      ...['operator token revoke', 'operator token create'],
    ]);
    expect(await actions(`operator ${own.id}`)).toEqual([]);
  });

  it('is searched by what its entries are about, by whichever door they came', async () => {
    const { id } = await owner.get<{ id: number }>('POST groups', { body: { name: 'Gold' } });
    const product = await shop.product();
    await soukJson(shop, 'group', 'rename', 'Gold', 'Silver');
    await soukJson(shop, 'price', 'set', '--group', 'Silver', ...price(product, '2'));
    await soukJson(shop, 'price', 'set', '--group', 'Group 1', ...price(product, '3'));
    const actions = async (query: string) => (await all(query)).map(({ action }) => action);

    expect(await actions(`&target=group%20${id}`)).toEqual([
      ...['price set', 'group rename', 'group create'],
    ]);
    expect(await all(`&target=group%20${id}`, 1)).toHaveLength(3);
    expect(await actions(`&target=product%20${product}`)).toEqual(['price set', 'price set']);
    expect(await actions(`&target=product%20${product}&actor=operator:ada`)).toEqual([]);
    expect(await actions(`&target=group%20${id}&action=group%20rename`)).toEqual(['group rename']);
    expect(await actions(`&target=group%20${id}0`)).toEqual([]);
    const listed = await soukJson(shop, 'audit', 'list', '--target', `group ${id}`);
    expect(listed).toHaveLength(3);
  });

  it('tells of entries whose details are no object, and names things that are too long for an index', async () => {
    await shop.db.query(
      `INSERT INTO audit_entries (actor, action, details)
       VALUES ('x', 'old', '[]'), ('x', 'old', jsonb_build_object('supplier', repeat('ab', 5000)))`,
    );
    expect(await all(`&actor=x`)).toHaveLength(2);
  });

  it('is exported as CSV that no spreadsheet evaluates', async () => {
    await owner.get('POST accounts', { body: { name: '=HYPERLINK("x")' } });
    const { headers, text } = await owner.ask('GET audit?format=csv');

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength((await entries()).length + 1);
    expect(lines[0]).toMatch(/^id,at,actor,action,details,outcome/);
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  });

  it.each([
    'cursor=x',
    'cursor=',
    'from=yesterday',
    'limit=0',
    'limit=101',
    'limit=1&limit=1',
    'x=1',
    'target=2',
    'target=price%202',
  ])('refuses %s', async (query) => {
    expect((await owner.ask(`GET audit?${query}`)).status).toBe(422);
  });

  it('refuses the cursor of another list', async () => {
    const { next } = await owner.get<Page>('GET operators?limit=1');
    expect(next).not.toBeNull();
    expect((await owner.ask(`GET audit?cursor=${next}`)).status).toBe(422);
  });
});
