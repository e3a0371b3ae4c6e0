import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  // A shop of its own: its owner is the last one, and all its operators are listed.
  shop = await startTestShop();
  owner = await TestOperator.of(shop, 'owner');
  await create('carl');
  await create('zoe', 'support');
});
afterAll(() => shop.close());

interface Operator {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const create = (name: string, role = 'viewer') =>
  owner.ask('POST operators', { body: { name, role } });
const named = (name: string) => owner.get<Operator>(`GET operators/${name}`);

describe('operators', () => {
  it('are made with a link, and listed by name in pages', async () => {
    const { status, json } = await create('bert', 'support');

    expect(status).toBe(201);
    expect(json).toMatchObject({
      operator: { name: 'bert', role: 'support', state: 'invited', two_factor: false },
      link: expect.stringMatching(
        /^https:\/\/shop\.example\/console\/link\/[0-9a-f]{64}\.[0-9a-f]{32}$/,
      ) as string,
    });
    await create('anna');
    const listed: string[] = [];
    let cursor = '';
    do {
      const page = await owner.get<{ items: Operator[]; next: string | null }>(
        `GET operators?limit=2${cursor}`,
      );
      listed.push(...page.items.map(({ name }) => name));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    const rows = await shop.db.query<{ name: string }>(
      "SELECT substr(name, 10) AS name FROM operators WHERE name LIKE 'operator:%'",
    );
    expect(listed).toEqual(rows.map(({ name }) => name).sort());
    expect(listed).toEqual(expect.arrayContaining(['anna', 'bert', 'owner']));
  });

  it('are changed only in the state that was read', async () => {
    await create('dora');
    const { headers } = await owner.ask('GET operators/dora');
    const tag = String(headers.etag);
    const set = (role: string, match: string) =>
      owner.ask('PATCH operators/dora', { body: { role }, match });

    expect((await owner.ask('PATCH operators/dora', { body: { role: 'support' } })).status).toBe(
      428,
    );
    const changed = await set('support', tag);
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ role: 'support' }),
    ]);
    expect((await set('manager', tag)).status).toBe(412);
    expect(await named('dora')).toMatchObject({ role: 'support' });
    // A proxy that compresses answers marks the tag as weak.
    expect((await set('manager', `"other", W/${String(changed.headers.etag)}`)).status).toBe(200);
    expect((await set('viewer', '*')).status).toBe(200);
  });

  it('are changed once of many who have read the same', async () => {
    await create('ruth');
    const { headers } = await owner.ask('GET operators/ruth');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        owner.ask('PATCH operators/ruth', {
          body: { role: index % 2 === 0 ? 'support' : 'finance' },
          match: String(headers.etag),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(15).fill(412)]);
  });

  it('are disabled and enabled, signed out, reset and invited', async () => {
    await create('emil');
    const act = (action: string) => owner.get(`POST operators/emil/${action}`);

    expect(await act('disable')).toMatchObject({ state: 'disabled' });
    expect((await owner.ask('POST operators/emil/invite')).status).toBe(409);
    expect(await act('enable')).toMatchObject({ state: 'invited', disabled_at: null });
    expect(await act('invite')).toMatchObject({ operator: { name: 'emil' } });
    expect(await act('reset')).toMatchObject({ operator: { name: 'emil' } });
    expect(await act('sign-out')).toEqual({ ended: 0 });
  });

  it.each([
    ['POST operators', { name: 'carl', role: 'viewer' }, 409],
    ['POST operators', { name: 'no name', role: 'viewer' }, 422],
    ['POST operators', { name: 'x', role: 'king' }, 422],
    ['PATCH operators/owner', { role: 'viewer' }, 409],
    ['PATCH operators/carl', {}, 422],
    ['PATCH operators/carl', { role: null }, 422],
    ['POST operators/owner/disable', undefined, 409],
    ['POST operators/nobody/disable', undefined, 404],
    ['GET operators/nobody', undefined, 404],
    ['GET operators/%00', undefined, 404],
  ])('%s with %j is answered %i', async (route, body, status) => {
    const ask = { ...(body !== undefined && { body }), match: '*' };
    const answer = await owner.ask(route, ask);

    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    // Those who are not at the terminal are not told of its commands.
    if (status === 404) expect(answer.text).not.toContain('souk ');
  });
});

describe('tokens of operators', () => {
  it('are shown once, are good at once, and end at once', async () => {
    const made = await owner.ask('POST operator-tokens', {
      body: { operator: 'zoe', scopes: ['orders.read'], label: 'bot', expires_at: null },
    });
    const { id, token } = made.json as { id: number; token: string };
    const me = () =>
      shop.requestPage('/admin/api/v1/me', { headers: { Authorization: `Bearer ${token}` } });

    expect(made.status).toBe(201);
    expect((await me()).json).toMatchObject({ name: 'zoe', permissions: ['orders.read'] });
    const list = await owner.ask('GET operator-tokens?limit=100');
    expect(list.json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id, operator: 'zoe', label: 'bot', revoked_at: null }),
      ]) as unknown,
    });
    expect(list.text).not.toContain(token);
    expect(await owner.get(`POST operator-tokens/${id}/revoke`)).toMatchObject({
      revoked_at: expect.any(String) as string,
    });
    expect((await me()).status).toBe(401);
  });

  it.each([
    [{ operator: 'zoe', expires_at: '2020-01-01T00:00:00Z' }, 422],
    [{ operator: 'zoe' }, 422],
    [{ operator: 'zoe', expires_at: 5 }, 422],
    [{ operator: 'zoe', expires_at: null, role: 'owner' }, 422],
    [{ operator: 'zoe', expires_at: null, scopes: ['orders.read', 'orders.read'] }, 422],
    [{ operator: 'zoe', expires_at: null, scopes: ['no.such'] }, 422],
    [{ operator: 'nobody', expires_at: null }, 404],
  ])('are not made of %j', async (body, status) => {
    expect((await owner.ask('POST operator-tokens', { body })).status).toBe(status);
  });

  it.each(['0', '-1', '999999', '99999999999', 'x', '01'])('%s is no token', async (id) => {
    expect((await owner.ask(`POST operator-tokens/${id}/revoke`)).status).toBe(404);
  });
});
