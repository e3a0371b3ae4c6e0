import { randomUUID } from 'node:crypto';
import { Shop } from '../../src/extensions/shop/shop.js';
import type { ExtensionShop } from '../../src/extensions/extension.js';
import type { PageSection } from '../../src/operations/sections/page-section.js';
import { operatorBrowser } from '../support/console-operator.js';
import { testExtension } from '../support/extensions.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** What the page of an account shows. */
const account: { read: PageSection['read'] } = { read: () => undefined };
let given: ExtensionShop;

const SECTIONS: readonly PageSection[] = [
  {
    name: 'payments',
    page: 'account',
    title: { en: '<script>Payments', de: '<script>Zahlungen' },
    read: (id, reading) => account.read(id, reading),
  },
  {
    name: 'order-note',
    page: 'order',
    title: 'Note',
    read: async (id, { manager }) => {
      const rows = await manager.query<{ account_id: number }[]>(
        'SELECT account_id FROM orders WHERE order_id = $1',
        [id],
      );
      const owner = { link: 'account', id: rows[0]?.account_id ?? 0, text: 'Its account' } as const;
      return [{ kind: 'values', values: [['Whose', owner]] }];
    },
  },
  {
    name: 'product-note',
    page: 'product',
    title: 'Secret note',
    permission: 'notes',
    read: (id) => [{ kind: 'text', text: `Product ${id}` }],
  },
];

let shop: TestShop;
let owner: TestBrowser;

beforeAll(async () => {
  const extension = testExtension({
    permissions: [{ name: 'notes', text: 'read notes' }],
    uses: ['balance.deposit'],
    ports: (from) => {
      given = from;
      return { sections: SECTIONS };
    },
  });
  // A shop of its own: an extension is loaded.
  shop = await startTestShop({}, {}, undefined, [extension]);
  owner = await operatorBrowser(shop, 'owner', 'ada');
});
afterAll(() => shop.close());

async function shownWith(read: PageSection['read']) {
  account.read = read;
  const { id } = await shop.account();
  const page = await owner.open(`/console/accounts/${id}`);
  expect(page.status).toBe(200);
  return page;
}

const FAILED = 'This part of acme could not be read.';
const faults = (): string =>
  shop
    .logs()
    .filter((line) => line.includes('"extension":"acme"'))
    .join('\n');

describe('a section of an extension', () => {
  it('stands on the page of an order, with a link to its account', async () => {
    const { id, api } = await shop.account({ balance: '5' });
    const product = await shop.product({ price: '1' });
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { order_id: orderId } = ((await api(path)).json as { data: { order_id: string } }).data;
    const page = await owner.open(`/console/orders/${orderId}`);
    expect(page.text).toContain('Note');
    expect(page.link('Its account')).toMatch(new RegExp(`accounts/${id}$`));
  });

  it('is hidden from operators without its permission', async () => {
    const product = await shop.product();
    const path = `/console/catalog/products/${product}`;
    expect((await owner.open(path)).text).toContain(`Product ${product}`);
    const manager = await operatorBrowser(shop, 'manager', 'bea');
    expect((await manager.open(path)).text).not.toContain('Secret note');
  });

  it('shows texts as they are, never as HTML', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const page = await shownWith(() => [
      { kind: 'text', text: evil },
      { kind: 'values', values: [[evil, evil]] },
      { kind: 'table', columns: [evil], rows: [[evil], [{ link: 'account', id: 1, text: evil }]] },
    ]);
    const html = page.root.toString();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(html.split('&lt;script>alert(1)&lt;/script>').length).toBeGreaterThan(6);
    const bare = await shownWith(() => undefined);
    expect(bare.text).not.toContain('Payments');
  });

  it.each<[string, PageSection['read'], string]>([
    ['throws', () => Promise.reject(new Error('no gateway')), 'no gateway'],
    [
      'throws at once',
      () => {
        throw new Error('no rates');
      },
      'no rates',
    ],
    [
      'answers what is no section',
      () => [{ kind: 'html', html: '<b>' }] as never,
      'a part of no kind',
    ],
    [
      'writes',
      async (_, { manager }) => {
        await manager.query('DELETE FROM extension_faults');
        return [];
      },
      'read-only transaction',
    ],
    [
      'calls Shop',
      async (id) => {
        await given.get(Shop).balance.deposit(Number(id), { amount: '1' }, 'by section');
        return [];
      },
      'what decides changes nothing',
    ],
    ['never ends', () => new Promise(() => undefined), 'read takes more than 2000 ms'],
    [
      'asks the database for too long',
      async (_, { manager }) => {
        await manager.query('SELECT pg_sleep(30)');
        return [];
      },
      'read takes more than 2000 ms',
    ],
  ])('that %s is one sentence on the page, and a fault', async (_, read, fault) => {
    const page = await shownWith(read);
    expect(page.text).toContain(FAILED);
    expect(faults()).toContain(fault);
    expect(faults()).toContain('"port":"payments"');
  });

  it('takes no connection from the shop when it is late', async () => {
    const slow: PageSection['read'] = async (_, { manager }) => {
      await manager.query('SELECT pg_sleep(30)');
      return [];
    };
    await Promise.all(Array.from({ length: 4 }, () => shownWith(slow)));
    const page = await shownWith(() => [{ kind: 'text', text: 'Well again' }]);
    expect(page.text).toContain('Well again');
  });
});
