import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestBrowser;
let account: TestAccount;
let evil: string;

beforeAll(async () => {
  shop = await workerShop();
  owner = await operatorBrowser(shop, 'owner', fresh('ada'));
  evil = fresh('evil');
  account = await shop.account({ name: `=${evil}()`, balance: '12.5' });
});

const LISTS: readonly (readonly [path: string, file: string, header: RegExp])[] = [
  ['orders', 'orders', /^order_id,/],
  ['waiting', 'waiting', /^order_id,/],
  ['refusals', 'refusals', /^id,at,account_id,code,/],
  ['accounts', 'accounts', /^id,name,/],
  ['accounts/:id/statement', 'ledger-:id', /^sequence,created_at,/],
  ['accounts/:id/tokens', 'tokens-:id', /^id,account_id,/],
  ['groups', 'groups', /^id,name\r/],
  ['stock', 'stocks', /^name,free,/],
  ['suppliers', 'suppliers', /^name,url,/],
  ['operators', 'operators', /^id,name,role,/],
  ['operator-tokens', 'operator-tokens', /^id,operator,/],
  ['shop/notifications', 'notifications', /^name,kind,/],
  ['shop/webhooks', 'webhook-failures', /^message_id,/],
  ['audit', 'audit', /^id,at,actor,/],
];

const withId = (text: string): string => text.replace(':id', String(account.id));

it.each(LISTS)('%s is saved as a file by a link of its page', async (path, file, header) => {
  const page = `/console/${withId(path)}`;
  const { text } = await owner.ask(page);
  expect(text).toMatch(/href="[^"]*\?format=csv"/);

  const saved = await owner.ask(`${page}?format=csv`);
  expect(saved.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${withId(file)}.csv"`,
  });
  // The mark by which Excel knows UTF-8.
  expect(saved.text.slice(0, 1)).toBe('\ufeff');
  expect(saved.text.slice(1)).toMatch(header);
});

it('keeps the filter, and no text of a cell is a formula', async () => {
  const { text } = await owner.ask(`/console/accounts?text=${evil}()`);
  expect(text).toMatch(/accounts\?text=evil-\d+\S*&amp;format=csv/);
  const { text: csv } = await owner.ask(`/console/accounts?text=${evil}()&format=csv`);
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`,"'=${evil}()",`);
});
