import type { HTMLElement } from 'node-html-parser';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { place } from '../support/book-pages.js';
import { addOperator, signIn } from '../support/console-operator.js';
import { TestBrowser, type ShownPage, type Typed } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/** Of a browser that is used in Arabic. */
export const ARABIC = { 'Accept-Language': 'ar' };
const BY = { actor: 'operator:test' };
const UNAVAILABLE = 503;
/** What is typed into every field of a form at once. */
export const TYPED = {
  nothing: '',
  'another script': '؟؟',
  'a text that cannot be stored': 'a\0b\ud800',
  'a very long text': 'x'.repeat(5_000),
} as const;
/** Three words in a row are a sentence; names, ids and commands are shorter. */
export const ENGLISH = /\b[a-z]{2,}( [a-z]{2,}){2,}/i;

/** The pages of a shop that has one thing of each kind, as their owner reads them. */
export interface ArabicPages {
  readonly owner: TestBrowser;
  readonly paths: readonly string[];
}

export async function arabicPages(shop: TestShop): Promise<ArabicPages> {
  await addOperator(shop, 'owner', 'owner');
  await addOperator(shop, 'bob', 'support');
  const { browser } = await signIn(shop, 'owner', new TestBrowser(shop.baseUrl, ARABIC));
  return { owner: browser, paths: await pathsOf(shop) };
}

async function pathsOf(shop: TestShop): Promise<string[]> {
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
  return [
    ...of(account.id, '', '/settings', '/statement', '/tokens', '/allowed-ips'),
    ...of(account.id, `/tokens/${token?.id ?? 0}`),
    ...['accounts', 'tokens', 'groups', 'waiting', `orders/${waiting}`, `orders/${accepted}`],
    ...['catalog', `catalog/categories/${category}`, `catalog/categories/${category}/products`],
    ...[`catalog/products/${product}`, 'prices', 'stock', 'stock/uc60', 'suppliers'],
    ...['suppliers/acme', 'reports/costs', 'operators', 'operators/bob', 'operator-tokens'],
    ...['own', 'shop', 'shop/upkeep', `shop/webhooks/${account.id}`, 'shop/mail-server'],
    ...['shop/notifications', 'shop/notifications/ops', 'orders?status=wait'],
  ];
}

async function* lines(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

/** A busy server may answer any page 503, before it has done anything: no turn came, or a password took too long. */
export function settledPage(ask: () => Promise<ShownPage>): Promise<ShownPage> {
  return until(async () => {
    const page = await ask();
    return page.status !== UNAVAILABLE && page;
  });
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
export function said({ root }: ShownPage): string {
  const main = root.querySelector('main');
  for (const code of main?.querySelectorAll('code, time, [lang=en]') ?? []) code.remove();
  return (main?.structuredText ?? '').replaceAll(/[\u2066-\u2069]/g, '');
}

const ending = (form: HTMLElement): string => form.getAttribute('action') ?? '';

/** Sends each form of the pages with a text in all its fields: what fails, and where the answer has an English sentence. */
export async function refusedForms(
  { owner, paths }: ArabicPages,
  text: string,
): Promise<{ failed: string[]; english: string[] }> {
  const english: string[] = [];
  const failed: string[] = [];
  for (const path of paths) {
    const open = () => settledPage(() => owner.open(`/console/${path}`));
    const count = forms(await open()).length;
    for (let index = 0; index < count; index += 1) {
      const page = await open();
      const form = forms(page)[index];
      if (!form) continue;
      const typed: Typed = Object.fromEntries(namesOf(form).map((name) => [name, text]));
      const answer = await settledPage(() => owner.send(page, ending(form), typed));
      const where = `${path}: ${ending(form)}`;
      if (answer.status >= 500) failed.push(`${where}: ${answer.text}`);
      const found = ENGLISH.exec(said(answer));
      if (found) english.push(`${where}: ${answer.status} ${found[0]}`);
    }
  }
  return { failed, english };
}
