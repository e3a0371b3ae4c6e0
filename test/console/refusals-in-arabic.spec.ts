import type { HTMLElement } from 'node-html-parser';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { OperatorLinks } from '../../src/operators/links/operator-links.service.js';
import { OperatorManagement } from '../../src/operators/management/operator-management.service.js';
import { place } from '../support/book-pages.js';
import { addOperator, signIn } from '../support/console-operator.js';
import { TestBrowser, type ShownPage, type Typed } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const ARABIC = { 'Accept-Language': 'ar' };
const BY = { actor: 'operator:test' };
/** What is typed into every field of a form at once. */
const TYPED: Readonly<Record<string, string>> = {
  nothing: '',
  'another script': '؟؟',
  'a text that cannot be stored': 'a\0b\ud800',
  'a very long text': 'x'.repeat(5_000),
};
/** Three words in a row are a sentence; names, ids and commands are shorter. */
const ENGLISH = /\b[a-z]{2,}( [a-z]{2,}){2,}/i;

let shop: TestShop;
let owner: TestBrowser;
const pages: string[] = [];

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await addOperator(shop, 'owner', 'owner');
  await addOperator(shop, 'bob', 'support');
  owner = (await signIn(shop, 'owner', new TestBrowser(shop.baseUrl, ARABIC))).browser;
  const account = await shop.account({ balance: '100' });
  await shop.token(account.id);
  const [token] = await shop.db.query<{ id: number }>('SELECT max(id) AS id FROM access_tokens');
  const category = await shop.category({ name: 'Games' });
  const product = await shop.product({ categoryId: category, price: '1' });
  const [[waiting], [accepted]] = [await place(account, product), await place(account, product)];
  await shop.service(OrderCloseService).accept(accepted, BY);
  await shop.service(CodeImportService).import('uc60', lines('A-1'), { dryRun: false });
  await shop.service(SupplierService).add('acme', 'http://127.0.0.1:9', { token: 't' });
  await shop.db.query(
    `INSERT INTO notification_recipients (name, kind, address, topics, overdue_minutes)
       VALUES ('ops', 'email', 'a@b.example', '{}', 30)`,
  );
  const of = (id: number, ...parts: string[]) => parts.map((part) => `accounts/${id}${part}`);
  pages.push(
    ...of(account.id, '', '/settings', '/statement', '/tokens', '/allowed-ips'),
    ...of(account.id, `/tokens/${token?.id ?? 0}`),
    ...['accounts', 'tokens', 'groups', 'waiting', `orders/${waiting}`, `orders/${accepted}`],
    ...['catalog', `catalog/categories/${category}`, `catalog/categories/${category}/products`],
    ...[`catalog/products/${product}`, 'prices', 'stock', 'stock/uc60', 'suppliers'],
    ...['suppliers/acme', 'reports/costs', 'operators', 'operators/bob', 'operator-tokens'],
    ...['own', 'shop', 'shop/upkeep', `shop/webhooks/${account.id}`, 'shop/mail-server'],
    ...['shop/notifications', 'shop/notifications/ops', 'orders?status=wait'],
  );
});
afterAll(() => shop.close());

async function* lines(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

/** The fields that a person fills in, but for the box that would end all sessions. */
function namesOf(form: HTMLElement): string[] {
  const inputs = 'input:not([type=hidden], [name=understood])';
  const fields = form.querySelectorAll(`${inputs}, textarea, select`);
  return [...new Set(fields.flatMap((field) => field.getAttribute('name') ?? []))];
}

function forms(page: ShownPage): HTMLElement[] {
  return page.root
    .querySelectorAll('main form')
    .filter((form) => form.getAttribute('method') === 'post' && namesOf(form).length > 0);
}

/** What the page says, without codes and without what others have said in English, such as a supplier. */
function said({ root }: ShownPage): string {
  const main = root.querySelector('main');
  for (const code of main?.querySelectorAll('code, time, [lang=en]') ?? []) code.remove();
  return (main?.structuredText ?? '').replaceAll(/[\u2066-\u2069]/g, '');
}

const ending = (form: HTMLElement): string => form.getAttribute('action') ?? '';

it.each(Object.entries(TYPED))(
  'each form with %s in its fields is answered, in the language of its page',
  async (_, text) => {
    const english: string[] = [];
    const failed: string[] = [];
    for (const path of pages) {
      const count = forms(await owner.open(`/console/${path}`)).length;
      for (let index = 0; index < count; index += 1) {
        const page = await owner.open(`/console/${path}`);
        const form = forms(page)[index];
        if (!form) continue;
        const typed: Typed = Object.fromEntries(namesOf(form).map((name) => [name, text]));
        const answer = await owner.send(page, ending(form), typed);
        const where = `${path}: ${ending(form)}`;
        if (answer.status >= 500) failed.push(`${where}: ${answer.text}`);
        const found = ENGLISH.exec(said(answer));
        if (found) english.push(`${where}: ${answer.status} ${found[0]}`);
      }
    }
    expect(failed).toEqual([]);
    expect(english).toEqual([]);
  },
);

it('pages for those who have not come in answer whatever is typed, in their language', async () => {
  const { link } = await shop.service(OperatorManagement).create('eve', 'viewer', BY);
  const first = await shop.service(OperatorLinks).forFirstOperator();
  const texts = Object.values(TYPED);
  for (const text of [...texts, 'أحمد', 'İbrahim', '\u202e<b>', '../../x', '//evil.example']) {
    const all = ['name', 'password', 'repeat', 'next', 'code', 'page', 'language', 'theme'];
    const fields = new URLSearchParams(all.map((name) => [name, text]));
    for (const path of [
      'sign-in',
      `link/${link}`,
      `link/${first}`,
      'sign-in/code',
      'preferences',
    ]) {
      const stranger = new TestBrowser(shop.baseUrl, ARABIC);
      const answer = await stranger.post(`/console/${path}`, fields);
      expect([path, text.slice(0, 20), answer.status < 500]).toEqual([
        path,
        text.slice(0, 20),
        true,
      ]);
      expect([path, ENGLISH.exec(said(answer))]).toEqual([path, null]);
    }
    const query = new URLSearchParams({ next: text, done: text, text, cursor: text }).toString();
    for (const path of ['sign-in', 'catalog', 'orders', 'accounts', 'audit']) {
      const { status } = await owner.open(`/console/${path}?${query}`);
      expect([path, text.slice(0, 20), status < 500]).toEqual([path, text.slice(0, 20), true]);
    }
  }
});
