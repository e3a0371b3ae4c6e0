import { MAX_FILTERS, SavedFilters } from '../../src/operators/filters/saved-filters.service.js';
import { FilterLimitError } from '../../src/operators/operators.errors.js';
import { FILTER_PARAMETERS } from '../../src/console/visit/filter-pages.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let accountId: number;

beforeAll(async () => {
  shop = await workerShop();
  accountId = (await shop.account()).id;
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
});
afterEach(async () =>
  shop.db.query('DELETE FROM operator_filters WHERE operator_id = $1', [await idOf(adasName)]),
);

/** What Ada has saved. */
const rows = () =>
  shop.db.query<{ page: string; name: string; query: string }>(
    `SELECT page, filter.name, query FROM operator_filters filter
     JOIN operators operator ON operator.id = operator_id
     WHERE operator.name = $1 ORDER BY filter.name`,
    [`operator:${adasName}`],
  );
const idOf = async (name: string): Promise<number> => {
  const found = await shop.db.query<{ id: number }>('SELECT id FROM operators WHERE name = $1', [
    `operator:${name}`,
  ]);
  return found[0]!.id;
};

/** A value that each parameter takes. */
const taken = (): Readonly<Record<string, string>> => ({
  ...{ status: 'wait', product_id: '999998', text: 'acme & söhne', group_id: '999998' },
  account_id: String(accountId),
  ...{ actor: 'operator:ada', action: 'account set', by: 'product', below: '5.5' },
  code: '100',
});

describe('a filter', () => {
  it.each(Object.entries(FILTER_PARAMETERS))(
    'of %s is saved, opened by its link, and deleted',
    async (page, names) => {
      const values = taken();
      const given = names.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
      const query = new URLSearchParams(given).toString();
      const filtered = await ada.open(`/console/${page}?${query}&cursor=&unknown=1`);
      const saved = await ada.send(filtered, 'filters', { name: ' Früh & spät ' });
      expect(saved.text).toContain('The filter is saved.');
      expect(await rows()).toEqual([{ page, name: 'Früh & spät', query }]);

      const all = await ada.open(`/console/${page}`);
      expect(all.root.querySelector('.parts [aria-current]')).toBeNull();
      const opened = await ada.go(all, 'Früh & spät');
      expect(new URL(opened.path, shop.baseUrl).search).toBe(`?${query}`);
      const [link] = opened.root.querySelectorAll('main .parts [aria-current]');
      expect([opened.status, link?.text]).toEqual([200, 'Früh & spät']);

      const left = await ada.send(opened, 'filters/remove');
      expect(left.path).toBe(`/console/${page}?${query}&done=filter-deleted`);
      expect([left.text, await rows()]).toEqual([expect.stringContaining('is deleted.'), []]);
    },
  );

  it('that cannot exist is deleted like one that does not', async () => {
    const filtered = await ada.open('/console/accounts?text=acme');
    await ada.send(filtered, 'filters', { name: 'Kept' });
    const opened = await ada.open('/console/accounts?text=acme');
    const left = await ada.send(opened, 'filters/remove', { name: 'a\0b' });
    expect([left.status, (await rows()).length]).toEqual([200, 1]);
  });

  it('is that of its operator alone, and leaves no audit entry', async () => {
    const evesName = fresh('eve');
    const eve = await operatorBrowser(shop, 'owner', evesName);
    const entries = () =>
      shop.db.query('SELECT FROM audit_entries WHERE actor IN ($1, $2)', [
        ...[`operator:${adasName}`, `operator:${evesName}`],
      ]);
    const audited = await entries();
    const filtered = await ada.open('/console/orders?status=wait');
    await ada.send(filtered, 'filters', { name: 'open' });
    const hers = await eve.open('/console/orders?status=wait');
    expect(() => hers.link('open')).toThrow();
    const fields = { page: 'orders', query: '', name: 'open' };
    await eve.post('/console/filters/remove', new URLSearchParams(fields));
    expect((await ada.open('/console/orders')).link('open')).toContain('status=wait');
    expect(await entries()).toHaveLength(audited.length);
  });

  it('of orders does not keep what was searched for, which may be a code', async () => {
    const found = await ada.open('/console/orders?text=SECRET-CODE&status=wait');
    expect(found.text).toContain('The text of the search is not saved.');
    await ada.send(found, 'filters', { name: 'x' });
    expect(await rows()).toEqual([{ page: 'orders', name: 'x', query: 'status=wait' }]);
    expect(() => found.form('filters/remove')).toThrow();
    const text = await ada.open('/console/orders?text=SECRET-CODE');
    expect(text.root.querySelectorAll('form[action$="filters"]')).toEqual([]);
  });

  it('is checked when it is opened, and shown as text', async () => {
    await shop.db.query(
      `INSERT INTO operator_filters VALUES ($1, 'orders', '<b>"x"', 'account_id=%3Ci%3E&done=accepted&text=y')`,
      [await idOf(adasName)],
    );
    const page = await ada.open('/console/orders');
    expect(page.answer.text).not.toContain('<b>');
    const [link] = page.root.querySelectorAll('main .parts a');
    expect(link?.getAttribute('href')).toBe('./orders?account_id=%3Ci%3E');
    const opened = await ada.open('/console/orders?account_id=%3Ci%3E');
    expect(opened.status).toBe(422);
    expect(opened.root.querySelectorAll('form[action$="filters"]')).toEqual([]);
  });

  it.each(['', '  ', 'x'.repeat(61), 'a\0b'])('is refused with the name %j', async (name) => {
    const filtered = await ada.open('/console/audit?actor=ada');
    const refused = await ada.send(filtered, 'filters', { name });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('1 to 60')]);
    const again = await ada.send(refused, 'filters', { name: '😀'.repeat(30) });
    expect(again.path).toBe('/console/audit?actor=ada&done=filter-saved');
  });

  it('is refused where there is no list, and with endless values', async () => {
    const send = (fields: Record<string, string>) =>
      ada.post('/console/filters', new URLSearchParams({ name: 'x', ...fields }));
    expect((await send({ page: 'own', query: 'a=b' })).status).toBe(400);
    const query = `actor=${'x'.repeat(3_000)}`;
    expect((await send({ page: 'audit', query })).status).toBe(422);
    expect(await rows()).toEqual([]);
  });
});

describe('the filters of an operator', () => {
  it('are twenty at most, however many are saved at the same time', async () => {
    const [filters, operatorId] = [shop.service(SavedFilters), await idOf(adasName)];
    const save = (number: number) =>
      filters.save(operatorId, {
        page: number % 2 ? 'orders' : 'audit',
        name: `n ${number}`,
        query: 'x=y',
      });
    const ends = await Promise.allSettled(Array.from({ length: 64 }, (_, number) => save(number)));
    const refused = ends.filter(({ status }) => status === 'rejected');
    expect([refused.length, (await rows()).length]).toEqual([64 - MAX_FILTERS, MAX_FILTERS]);
    for (const end of refused) {
      expect((end as PromiseRejectedResult).reason).toBeInstanceOf(FilterLimitError);
    }

    const [first] = await rows();
    await filters.save(operatorId, { ...first!, query: 'z=1' });
    expect((await rows())[0]).toEqual({ ...first, query: 'z=1' });
    const filtered = await ada.open(`/console/waiting?account_id=${accountId}`);
    const page = await ada.send(filtered, 'filters', { name: 'one more' });
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('Delete one first')]);
    expect(page.answer.text).toContain('value="one more"');
  });
});
