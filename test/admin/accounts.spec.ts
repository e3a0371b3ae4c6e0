import { vi } from 'vitest';
import { cursorOf } from '../../src/operations/lists/page.js';
import { AccountConsistencyService } from '../../src/upkeep/sentinel/account-consistency.service.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});

const at = (route: string): string => route.replace(':id', String(account.id));
const profile = async (token = account.token) =>
  (await shop.request('/client/api/profile', { token })).status;

describe('accounts', () => {
  it('are found page by page by a long word of another script', async () => {
    const name = fresh('遊'.repeat(36));
    const ids = [await shop.account({ name }), await shop.account({ name })].map(({ id }) => id);
    const route = `GET accounts?limit=1&text=${encodeURIComponent(name)}`;
    const first = await owner.get<{ items: { id: number }[]; next: string }>(route);
    const second = await owner.get<{ items: { id: number }[] }>(`${route}&cursor=${first.next}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  });

  it('are made, shown, changed and listed', async () => {
    const made = await owner.ask('POST accounts', {
      body: { name: ' New ', email: 'a@b.example' },
    });
    const { id } = made.json as { id: number };

    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ name: 'New' })]);
    const { id: group } = await owner.get<{ id: number }>('POST groups', {
      body: { name: fresh('Gold') },
    });
    const change = {
      group_id: group,
      email: 'c@d.example',
      show_unavailable: true,
      testing: true,
      error_http_status: 'orders-200',
      order_uuid: 'opaque',
      requests_per_minute: 600,
      orders_per_minute: 0,
    };
    const changed = await owner.ask(`PATCH accounts/${id}`, {
      body: change,
      match: String(made.headers.etag),
    });
    expect([changed.status, changed.json]).toEqual([200, expect.objectContaining(change)]);
    const shown = await owner.ask(`GET accounts/${id}`);
    expect([shown.json, shown.headers.etag]).toEqual([changed.json, changed.headers.etag]);
    const { items } = await owner.get<{ items: unknown[] }>(`GET accounts?group_id=${group}`);
    expect(items).toEqual([{ ...(shown.json as object), balance: '0' }]);
    const reset = { group_id: null, error_http_status: null, requests_per_minute: null };
    expect(await owner.get(`PATCH accounts/${id}`, { body: reset, match: '*' })).toMatchObject(
      reset,
    );
  });

  it('are found by the beginnings of words of the name or e-mail address, in any letter case', async () => {
    const own: number[] = [];
    for (const [name, email] of [
      ['Bazaar 50% off', 'one@x.example'],
      ['Other', 'BAZAAR@y.example'],
      ['Bazar', 'three@x.example'],
    ]) {
      const { id } = await owner.get<{ id: number }>('POST accounts', { body: { name, email } });
      own.push(id);
    }
    const found = async (text: string) => {
      const route = `GET accounts?text=${encodeURIComponent(text)}`;
      const { items } = await owner.get<{ items: { id: number; name: string }[] }>(route);
      return items.filter(({ id }) => own.includes(id)).map(({ name }) => name);
    };
    expect(await found('bAzAAr')).toEqual(['Bazaar 50% off', 'Other']);
    expect(await found('50%')).toEqual(['Bazaar 50% off']);
    expect(await found('off@ baz')).toEqual(['Bazaar 50% off']);
    for (const text of ['azaar', 'Baz off y', 'Baza_r', '%', '\\']) {
      expect(await found(text)).toEqual([]);
    }
    expect((await owner.ask('GET accounts?text=')).status).toBe(422);
  });

  it('keep their tag while they are charged', async () => {
    const tag = async () => (await owner.ask(at('GET accounts/:id'))).headers.etag;
    const before = await tag();
    await owner.get(at('POST accounts/:id/deposits'), { body: { amount: '1' }, key: fresh('tag') });

    expect(await tag()).toBe(before);
    expect((await owner.ask(at('PATCH accounts/:id'), { body: { name: 'x' } })).status).toBe(428);
  });

  it('are barred and admitted again', async () => {
    expect(await profile()).toBe(200);
    expect(await owner.get(at('POST accounts/:id/suspend'))).toMatchObject({
      api_permitted: false,
    });
    expect(await profile()).toBe(403);
    expect(await owner.get(at('POST accounts/:id/resume'))).toMatchObject({ api_permitted: true });
    expect(await profile()).toBe(200);
  });

  it('order again after a halt once their books are right', async () => {
    await shop.db.query(
      "UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'test' WHERE id = $1",
      [account.id],
    );
    expect(await owner.get(at('GET accounts/:id'))).toMatchObject({ orders_halted: 'test' });
    expect(await owner.get(at('POST accounts/:id/resume-orders'))).toMatchObject({
      orders_halted: null,
    });
  });

  describe('whose books are checked before they order again', () => {
    const halt = (reason: string) =>
      shop.db.query(
        'UPDATE accounts SET orders_halted_at = clock_timestamp(), orders_halted_reason = $2 WHERE id = $1',
        [account.id, reason],
      );
    const resume = () => owner.ask(at('POST accounts/:id/resume-orders'));
    /** Runs the work between the check of the books and its end. */
    function during(work: (signal: AbortSignal | undefined) => Promise<unknown>) {
      const books = shop.service(AccountConsistencyService);
      const check = books.checkWhole.bind(books);
      return vi.spyOn(books, 'checkWhole').mockImplementation(async (id, signal) => {
        const checked = await check(id, signal);
        if (id === account.id) await work(signal);
        return checked;
      });
    }

    it('stay halted if they are halted anew meanwhile', async () => {
      await halt('first');
      const checked = during(() => halt('second'));
      try {
        expect((await resume()).status).toBe(409);
      } finally {
        checked.mockRestore();
      }
      expect(await owner.get(at('GET accounts/:id'))).toMatchObject({ orders_halted: 'second' });
    });

    it('are checked by one request at a time, which ends with its time', async () => {
      await halt('first');
      const begun = Promise.withResolvers<AbortSignal | undefined>();
      const held = Promise.withResolvers<undefined>();
      const checked = during((signal) => {
        begun.resolve(signal);
        return held.promise;
      });
      try {
        const first = resume();
        expect(await begun.promise).toBeInstanceOf(AbortSignal);
        expect((await resume()).status).toBe(409);
        held.resolve(undefined);
        expect((await first).json).toMatchObject({ orders_halted: null });
        expect(checked.mock.calls.filter(([id]) => id === account.id)).toHaveLength(1);
      } finally {
        checked.mockRestore();
      }
      const over = AbortSignal.abort(new Error('the time is over'));
      const books = shop.service(AccountConsistencyService);
      await expect(books.checkWhole(account.id, over)).rejects.toThrow('the time is over');
    });
  });

  it('are listed without balances where those may not be read', async () => {
    const scopes = ['accounts.read'] as const;
    const reader = await TestOperator.of(shop, 'viewer', { name: fresh('reader'), scopes });
    const { items } = await reader.get<{ items: { balance: unknown }[] }>('GET accounts');

    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ balance }) => balance))).toEqual(new Set([null]));
  });

  it('have a credit limit, which finance may set', async () => {
    const finance = await TestOperator.of(shop, 'finance', { name: fresh('finance') });
    const set = (credit_limit: unknown) =>
      finance.ask(at('PUT accounts/:id/credit-limit'), { body: { credit_limit } });

    expect((await set('50.5')).json).toMatchObject({ credit_limit: '50.5' });
    expect(await finance.get(at('GET accounts/:id/balance'))).toEqual({
      balance: '100',
      credit_limit: '50.5',
      spendable: '150.5',
    });
    for (const wrong of [5, '-1', '1e3', '0.123456789', '1'.repeat(21), null, '']) {
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 422]);
    }
  });

  it.each([
    ['PATCH accounts/:id', { group_id: 2_000_000_000 }, 404],
    ['PATCH accounts/:id', { error_http_status: 'x' }, 422],
    ['PATCH accounts/:id', { requests_per_minute: 1_000_001 }, 422],
    ['PATCH accounts/:id', { balance: '5' }, 422],
    ['PATCH accounts/999999', { name: 'x' }, 404],
    ['POST accounts/999999/suspend', undefined, 404],
    ['POST accounts/999999/resume-orders', undefined, 404],
    ['GET accounts/999999', undefined, 404],
    ['GET accounts/999999/balance', undefined, 404],
    ['GET accounts/999999/ledger', undefined, 404],
    ['GET accounts/999999/tokens', undefined, 404],
    ['GET accounts/999999/allowed-ips', undefined, 404],
  ])('%s with %j is answered %i', async (route, body, status) => {
    const ask = { ...(body !== undefined && { body }), match: '*' };
    expect((await owner.ask(at(route), ask)).status).toBe(status);
  });

  it('of one name share no group of the name', async () => {
    const name = fresh('Silver');
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => owner.ask('POST groups', { body: { name } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('tokens of an account', () => {
  it('are shown once, are limited and end', async () => {
    const body = { label: 'bot', scopes: ['catalog'], allowed_ips: ['127.0.0.1'], daily_cap: '5' };
    const { id, token } = await owner.get<{ id: number; token: string }>(
      at('POST accounts/:id/tokens'),
      { body },
    );
    const shown = { ...body, id, allowed_ips: ['127.0.0.1/32'], expires_at: null };
    expect(await owner.get(`GET tokens/${id}`)).toMatchObject(shown);
    expect(await profile(token)).toBe(200);
    const list = await owner.ask(at('GET accounts/:id/tokens'));
    expect((list.json as { items: unknown[] }).items).toContainEqual(
      expect.objectContaining(shown),
    );
    expect(list.text).not.toContain(token);
    const { headers } = await owner.ask(`GET tokens/${id}`);
    const limit = { body: { allowed_ips: ['203.0.113.0/24'] }, match: String(headers.etag) };
    expect(await owner.get(`PATCH tokens/${id}`, limit)).toMatchObject(limit.body);
    expect(await profile(token)).toBe(403);
    expect((await owner.ask(`PATCH tokens/${id}`, limit)).status).toBe(412);
    await owner.get(`PATCH tokens/${id}`, { body: { allowed_ips: [] }, match: '*' });
    expect(await profile(token)).toBe(200);
    expect(await owner.get(`POST tokens/${id}/revoke`)).toMatchObject({
      revoked_at: expect.any(String) as string,
    });
    expect(await profile(token)).toBe(401);
  });

  it.each([
    { scopes: ['no'] },
    { scopes: ['catalog', 'catalog'] },
    { allowed_ips: ['1.2.3'] },
    { allowed_ips: Array(101).fill('1.2.3.4') },
    { daily_cap: '-1' },
    { expires_at: '2020-01-01T00:00:00Z' },
  ])('are not made of %j', async (body) => {
    expect((await owner.ask(at('POST accounts/:id/tokens'), { body })).status).toBe(422);
  });

  it('that do not exist are not found', async () => {
    for (const route of ['GET tokens/999999', 'POST tokens/999999/revoke']) {
      expect((await owner.ask(route)).status).toBe(404);
    }
    const set = { body: { scopes: ['books'] }, match: '*' };
    expect((await owner.ask('PATCH tokens/999999', set)).status).toBe(404);
  });
});

describe('Allowed IPs', () => {
  it('close all other addresses, and open them again', async () => {
    const add = (range: string) =>
      owner.ask(at('POST accounts/:id/allowed-ips'), { body: { range } });
    const remove = (range: string) =>
      owner.ask(`${at('DELETE accounts/:id/allowed-ips')}?range=${encodeURIComponent(range)}`);

    expect((await add('203.0.113.9/24')).json).toMatchObject({
      items: [{ range: '203.0.113.0/24' }],
    });
    expect(await profile()).toBe(403);
    await add('127.0.0.1');
    expect(await profile()).toBe(200);
    expect((await remove('203.0.113.0/24')).json).toMatchObject({
      items: [{ range: '127.0.0.1/32' }],
    });
    expect((await remove('203.0.113.0/24')).status).toBe(404);
    expect((await remove('x')).status).toBe(422);
    expect((await add('x')).status).toBe(422);
  });
});

describe('pages', () => {
  it('have each account once, and an end', async () => {
    const before = cursorOf('accounts', [String(account.id)]);
    const own = [await shop.account(), await shop.account(), await shop.account()];
    const seen: number[] = [];
    let cursor = `&cursor=${before}`;
    do {
      const page = await owner.get<{ items: { id: number }[]; next: string | null }>(
        `GET accounts?limit=2${cursor}`,
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    const rows = await shop.db.query<{ id: number }>(
      'SELECT id FROM accounts WHERE id > $1 ORDER BY id',
      [account.id],
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(seen).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
    const { items } = await owner.get<{ items: { id: number }[] }>('GET accounts?limit=1');
    const [first] = await shop.db.query<{ id: number }>('SELECT min(id) AS id FROM accounts');
    expect(items).toMatchObject([{ id: first?.id }]);
  });
});
