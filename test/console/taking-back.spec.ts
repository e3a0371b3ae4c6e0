import { operatorBrowser } from '../support/console-operator.js';
import { soukJson } from '../support/command-line.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestBrowser;

beforeAll(async () => {
  shop = await workerShop();
  owner = await operatorBrowser(shop, 'owner', fresh('ada'));
});

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

describe('a change of prices', () => {
  it('is found on the page of a product, and taken back after it was shown what goes back', async () => {
    const categoryId = await shop.category();
    const [first, second] = [fresh('Card'), fresh('Card')];
    const product = await shop.product({ name: first, price: '1', categoryId });
    const other = await shop.product({ name: second, price: '3', categoryId });
    const raise = ['price', 'base', '--category', String(categoryId), '--percent', '100'];
    await soukJson(shop, ...raise, '--accept-unusual', '2');
    await soukJson(shop, 'product', 'set', String(other), '--price', '7');

    const page = await owner.open(`/console/catalog/products/${product}`);
    const history = await owner.go(page, 'All its changes');
    const [row] = history.root.querySelectorAll('tbody tr');
    expect(plain(row?.structuredText ?? '')).toMatch(
      /by a command .*Base prices changed.*price: 1 then 2/,
    );
    const entry = await owner.goToFirst(history);
    expect(plain(entry.text)).toContain(`${second} (${other}) price: 3 then 6 +100 % 7`);

    const asked = await owner.send(entry, 'take-back');
    expect(plain(asked.text)).toContain(
      'Goes back: 1. Stays, since it was changed since or is still in use: 1.',
    );
    const named = [...asked.root.querySelectorAll('h3')].map(
      (title) => `${title.textContent} ${title.nextElementSibling?.textContent ?? ''}`,
    );
    expect(named.map(plain)).toEqual([
      `Stays ${second} (${other})`,
      `Goes back ${first} (${product})`,
    ]);
    const price = async () =>
      (await shop.db.query('SELECT price::float FROM products WHERE id = $1', [product]))[0];
    expect(await price()).toEqual({ price: 2 });
    const done = await owner.send(asked, 'take-back');
    expect([done.status, await price()]).toEqual([200, { price: 1 }]);
    expect(done.text).toContain('Taken back.');
  });

  it('is shown of a product whose name looks like a list', async () => {
    const product = await shop.product();
    await soukJson(shop, 'product', 'set', String(product), '--name', '[EU] Card');
    const page = await owner.open(`/console/catalog/products/${product}`);
    const history = await owner.go(page, 'All its changes');
    const entry = await owner.goToFirst(history);
    for (const { status, text } of [history, entry]) {
      expect([status, plain(text)]).toEqual([200, expect.stringContaining('[EU] Card')]);
    }
  });

  it('is read in Arabic and Turkish, too', async () => {
    const product = await shop.product({ price: '1' });
    await soukJson(shop, 'product', 'set', String(product), '--price', '2');
    for (const [language, word] of [
      ['ar', 'تراجع'],
      ['tr', 'Geri al'],
    ] as const) {
      const reader = await operatorBrowser(shop, 'owner', fresh(language));
      await reader.post('/console/preferences', new URLSearchParams({ language, page: '' }));
      const history = await reader.open(`/console/audit?target=product%20${product}`);
      expect((await reader.goToFirst(history)).text).toContain(word);
    }
  });
});

it('is not offered for what never goes back, and a request is told why', async () => {
  const account = await shop.account();
  await soukJson(shop, 'balance', 'deposit', String(account.id), '5');
  const history = await owner.open(`/console/audit?target=account%20${account.id}`);
  const entry = await owner.goToFirst(history);
  expect(entry.text).not.toContain('Take back');
  const refused = await owner.post(`${entry.path}/take-back`, new URLSearchParams());
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Money, tokens, secrets and sign-ins never go back.'),
  ]);
  expect((await owner.open('/console/audit/999999999')).status).toBe(404);
});
