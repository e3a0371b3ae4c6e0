import { newSecretKey } from '../../src/common/secret-box.js';
import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { endOwnRounds } from '../notifications/notifying.js';
import {
  ARABIC,
  arabicPages,
  ENGLISH,
  refusedForms,
  said,
  settledPage,
  TYPED,
  type ArabicPages,
} from './arabic-forms.js';

const BY = { actor: 'operator:test' };

let shop: TestShop;
let pages: ArabicPages;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  pages = await arabicPages(shop);
});
afterAll(() => shop.close());

it.each(['nothing', 'a text that cannot be stored', 'another script', 'a very long text'] as const)(
  'each form with %s in its fields is answered, in the language of its page',
  async (kind) => {
    expect(await refusedForms(pages, TYPED[kind])).toEqual({ failed: [], english: [] });
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
      const answer = await settledPage(() => stranger.post(`/console/${path}`, fields));
      expect([path, text.slice(0, 20), answer.status < 500]).toEqual([
        path,
        text.slice(0, 20),
        true,
      ]);
      expect([path, ENGLISH.exec(said(answer))]).toEqual([path, null]);
    }
    const query = new URLSearchParams({ next: text, done: text, text, cursor: text }).toString();
    for (const path of ['sign-in', 'catalog', 'orders', 'accounts', 'audit']) {
      const address = `/console/${path}?${query}`;
      const { status } = await settledPage(() => pages.owner.open(address));
      expect([path, text.slice(0, 20), status < 500]).toEqual([path, text.slice(0, 20), true]);
    }
  }
});

it('the first page marks what a supplier has said as English', async () => {
  await endOwnRounds(shop);
  const faults = ['no answer came from there', 'it gave no catalog at all'];
  await shop.db.query('UPDATE suppliers SET last_error = $1, sync_error = $2', faults);
  const page = await until(async () => {
    const shown = await settledPage(() => pages.owner.open('/console'));
    return faults.every((fault) => shown.text.includes(fault)) && shown;
  });
  expect(ENGLISH.exec(said(page))).toBeNull();
});
