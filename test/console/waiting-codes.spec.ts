import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newSecretKey } from '../../src/common/secret-box.js';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { fresh } from '../support/worker-shop.js';

let shop: TestShop;
let ada: TestBrowser;
let account: TestAccount;
let gift: number;
let mark: string;

beforeAll(async () => {
  // A shop of its own: with the stocks of other specs there may be too many for a list.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'support', fresh('ada'));
  gift = await shop.product({ price: '1' });
  await shop.db.query('UPDATE products SET delivers_codes = true WHERE id = $1', [gift]);
});
afterAll(() => shop.close());
beforeEach(async () => {
  mark = fresh('GIFT');
  account = await shop.account({ balance: '100' });
});

async function placed(product = gift): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}
/** The codes of an order; its state if it has none. */
async function got(id: string): Promise<unknown> {
  const { json } = await account.api(`/client/api/check?orders=${id}`);
  const [found] = (json as { data: { status: string; replay_api: unknown }[] }).data;
  return found?.replay_api ?? found?.status;
}
async function confirmed(ids: readonly string[]): Promise<ShownPage> {
  // The oldest come behind those of other specs, of which there may be pages.
  const queue = await ada.open(`/console/waiting?account_id=${account.id}&sort=newest`);
  return ada.send(queue, 'confirm', { order_ids: ids, decision: 'accept' });
}

const stockChoices = (page: ShownPage, id: string) =>
  page.root.querySelectorAll(`[name="stock_${id}"] option`).map(({ text }) => text);

describe('orders that are accepted together', () => {
  it('get what is typed in their rows, or taken from a stock; without codes where that is ticked', async () => {
    const topUp = await shop.product({ price: '1' });
    const stock = fresh('stock');
    const lines = Readable.from([`${stock}-1`]);
    await shop.service(CodeImportService).import(stock, lines, { dryRun: false });
    const [typed, taken, none, refused, plain] = [
      await placed(),
      await placed(),
      await placed(),
      await placed(),
      await placed(topUp),
    ];
    const ids = [typed, taken, none, refused, plain];
    const page = await confirmed(ids);
    const boxes = page.root.querySelectorAll('input[name^="without_"]');
    expect(boxes.map((box) => box.getAttribute('name'))).toEqual(
      [typed, taken, none, refused].map((id) => `without_${id}`),
    );
    expect(page.root.querySelectorAll('textarea[name^="codes_"]')).toHaveLength(5);
    expect(page.text).toContain('Without codes, although the product delivers some');
    expect(stockChoices(page, taken)).toContain(`\u2068${stock}\u2069 (1)`);

    const results = await ada.send(page, 'decide', {
      order_ids: ids,
      [`codes_${typed}`]: `${mark}-1\r\n${mark}-2\r\n`,
      [`stock_${taken}`]: stock,
      [`without_${none}`]: 'on',
    });
    expect(results.text).toMatch(/Accepted: 4. Not done: 1. The table says why./);
    expect(results.text).toContain(
      `The order ${refused} was not accepted: its product delivers codes.`,
    );
    expect(await Promise.all(ids.map(got))).toEqual([
      [`${mark}-1`, `${mark}-2`],
      [`${stock}-1`],
      ...['accept', 'wait', 'accept'],
    ]);
  });

  it('choose a stock from a list, which keeps what was chosen, and type its name where there are too many', async () => {
    const plain = await shop.product({ price: '1' });
    const [id, other] = [await placed(plain), await placed(plain)];
    const [kept, empty] = [fresh('kept <b>'), fresh('empty')];
    await shop.db.query('INSERT INTO code_stocks (name) VALUES ($1), ($2)', [kept, empty]);
    const page = await confirmed([id, other]);
    expect(page.root.querySelectorAll('[name^="without_"]')).toEqual([]);
    expect(stockChoices(page, id)).toContain(`\u2068${empty}\u2069 (0)`);
    const typed = { order_ids: [id, other], [`stock_${id}`]: kept, column: 'a' };
    const again = await ada.send(page, 'decide', typed);
    const chosen = again.root.querySelectorAll(`[name="stock_${id}"] [selected]`);
    expect(chosen.map((one) => one.getAttribute('value'))).toEqual([kept]);
    const many = Array.from({ length: 51 }, (_, index) => `many-${index}`);
    await shop.db.query('INSERT INTO code_stocks (name) SELECT unnest($1::text[])', [many]);
    const typing = await confirmed([id]);
    expect(typing.root.querySelectorAll(`textarea[name="stock_${id}"]`)).toHaveLength(1);
    await shop.db.query('DELETE FROM code_stocks WHERE name = ANY ($1)', [many]);
  });

  it('do not get one code twice: the page names the order, and keeps what was typed', async () => {
    const ids = [await placed(), await placed()];
    const page = await confirmed(ids);
    const twice = Object.fromEntries(ids.map((id) => [`codes_${id}`, `${mark}-1`]));
    const again = await ada.send(page, 'decide', { order_ids: ids, ...twice });
    const alert = again.root.querySelector('#fault');
    expect([again.status, alert?.text]).toEqual([422, expect.stringContaining(ids[1] ?? '')]);
    expect(alert?.text).not.toContain('marked');
    expect(again.answer.text.match(new RegExp(`>\\n?${mark}-1</textarea>`, 'g'))).toHaveLength(2);
    expect(await Promise.all(ids.map(got))).toEqual(['wait', 'wait']);
  });

  it('get the codes of a pasted column, in the order of the rows', async () => {
    const ids = [await placed(), await placed(), await placed()];
    const page = await confirmed(ids);
    const short = { order_ids: ids, column: `${mark}-1\r\n${mark}-2\r\n` };
    const again = await ada.send(page, 'decide', short);
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining('The column needs 3 lines: one for each order'),
    ]);
    expect(await Promise.all(ids.map(got))).toEqual(['wait', 'wait', 'wait']);
    // The first line is empty, and has to stay so when the form is shown again.
    const empty = { order_ids: ids, column: `\r\n${mark}-1\r\n` };
    const kept = await ada.send(page, 'decide', empty);
    expect(kept.answer.text).toContain(`>\n\r\n${mark}-1`);
    // A cell of two lines, as a spreadsheet copies it; an empty one, whose order has a code in its row.
    const column = `${mark}-1\r\n\r\n"${mark}-2\r\n${mark}-3"\r\n`;
    const typed = { order_ids: ids, column, [`codes_${ids[1]}`]: `${mark}-4` };
    await ada.send(again, 'decide', typed);
    expect(await Promise.all(ids.map(got))).toEqual([
      ...[[`${mark}-1`], [`${mark}-4`], [`${mark}-2`, `${mark}-3`]],
    ]);
  });

  it('get no codes where the line of the column says so', async () => {
    const ids = [await placed(), await placed()];
    const page = await confirmed(ids);
    await ada.send(page, 'decide', { order_ids: ids, column: `None\r\n${mark}-1` });
    expect(await Promise.all(ids.map(got))).toEqual(['accept', [`${mark}-1`]]);
  });
});

describe('an order that was accepted', () => {
  it('gets codes by the form of its page', async () => {
    const id = await placed();
    const order = await ada.open(`/console/orders/${id}`);
    const accepted = await ada.send(order, 'accept');
    const added = await ada.send(accepted, 'codes', { codes: `${mark}-1\r\n${mark}-2` });
    expect(added.path).toBe(`/console/orders/${id}?done=added`);
    expect(added.text).toContain('The codes are added.');
    expect(await got(id)).toEqual([`${mark}-1`, `${mark}-2`]);
    const twice = await ada.send(added, 'codes', { codes: `${mark}-1` });
    expect([twice.status, twice.text]).toEqual([
      409,
      expect.stringContaining('One of the codes is used already'),
    ]);
    const viewer = await operatorBrowser(shop, 'viewer', fresh('vera'));
    const seen = await viewer.open(`/console/orders/${id}`);
    expect(seen.root.querySelectorAll('main form')).toEqual([]);
  });
});

it('the products that wait are offered as a filter, by how many orders', async () => {
  const [name, idle] = [fresh('Royal coins'), fresh('Idle')];
  const product = await shop.product({ name });
  await shop.product({ name: idle });
  await Promise.all([placed(product), placed(product)]);
  const queue = await ada.open('/console/waiting');
  const offered = queue.root.querySelector(`select[name=product_id] option[value="${product}"]`);
  expect(offered?.text).toBe(`\u2068${name}\u2069 (2)`);
  const found = await ada.send(queue, 'waiting', { product_id: String(product) });
  expect(found.root.querySelectorAll('tbody tr')).toHaveLength(2);
  const other = await ada.open(`/console/waiting?product_id=${idle}`);
  const chosen = other.root.querySelector('select[name=product_id] option[selected]');
  expect(chosen?.text).toBe(`\u2068${idle}\u2069`);
});
