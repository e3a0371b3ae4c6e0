import { mailText } from './mail-text.js';
import type { LastingNotice, Notice } from './notice.js';

const SHOP = { name: 'Souk', address: 'https://shop.example' };
const text = (notice: Notice, language = 'en'): string => mailText(notice, SHOP, language).text;
const subject = (notice: Notice, language = 'en'): string =>
  mailText(notice, SHOP, language).subject;

const waiting = (name: string, count = 2): Notice => ({
  type: 'order.waiting',
  data: { count, more: false, orders: ['ID_1'], products: [{ id: 7, name, orders: count }] },
});
const said = (words: string): Notice => {
  return { type: 'extension.message', data: { extension: 'acme', text: words } };
};
const lasting = (
  type: LastingNotice['type'],
  count: number,
  items: LastingNotice['data']['items'],
) => ({ type, data: { count, items } }) as const;

describe('a mail', () => {
  it('names the shop in its subject', () => {
    const { subject: named } = mailText(waiting('60 UC'), { ...SHOP, name: 'Acme' }, 'en');
    expect(named).toBe('[Acme] 2 orders wait');
  });

  it('tells of orders', () => {
    expect(mailText(waiting('60 UC'), SHOP, 'en')).toEqual({
      subject: '[Souk] 2 orders wait',
      text: '2 orders wait.\n\n2 × \u206860 UC\u2069 (7)\n\nThe first ones:\nID_1\n\nShop: https://shop.example\n',
    });
    expect(text(waiting('60 UC', 1))).toContain('\nOrders:\nID_1\n');
  });

  it.each<[string, Notice]>([
    ['1 order waits', waiting('a', 1)],
    [
      'More than 1,000 orders wait for more than 30 minutes',
      {
        type: 'order.overdue',
        data: { count: 1000, more: true, minutes: 30, orders: [], products: [] },
      },
    ],
    ['1 stock of codes is low', lasting('stock.low', 1, [])],
    ['2 suppliers fail', lasting('supplier.failing', 2, [])],
    ['1 order was bought after it was closed by hand', lasting('purchase.unneeded', 1, [])],
    ['1 balance at a supplier is low', lasting('supplier.balance_low', 1, [])],
    ['No nightly backup can be made or restored', lasting('backup.failing', 1, [])],
    ['3 accounts have their orders halted', lasting('account.halted', 3, [])],
    ['Message of the extension \u2068acme\u2069', said('hello')],
    ['A test: notifications arrive here', { type: 'test', data: {} }],
  ])('has the subject %s', (words, notice) => {
    expect(subject(notice)).toBe(`[Souk] ${words}`);
  });

  it.each<[string, Notice]>([
    [
      '\u2068steam\u2069, free 2, threshold 5',
      lasting('stock.low', 1, [{ name: 'steam', free: 2, threshold: 5 }]),
    ],
    ['\u2068acme\u2069 (3)', lasting('supplier.failing', 1, [{ id: 3, name: 'acme' }])],
    ['account \u206812345\u2069\n…', lasting('account.halted', 2000, [{ id: 12_345 }])],
    [
      '\u2068acme\u2069 (3), held 4, price 1, below_cost 2, vanishes 1',
      lasting('supplier.held', 1, [
        { id: 3, name: 'acme', held: 4, price: 1, below_cost: 2, vanishes: 1 },
      ]),
    ],
    ['\u2068nightly backup\u2069', lasting('backup.failing', 1, [{ name: 'nightly backup' }])],
    [`\u2068${'a'.repeat(500)}…\u2069`, said(`${'a'.repeat(500)}bc`)],
    ['\u2068a Bcc: b\u2069', said('a\r\nBcc: b')],
    ['\u2068a\u2069, news 5', lasting('stock.low', 1, [{ name: 'a', news: 5 }])],
  ])('has the line %j', (line, notice) => {
    expect(text(notice)).toContain(`\n${line}\n`);
  });

  it.each<[string, string, string, Notice]>([
    [
      'de',
      '1 Bestellung wartet seit mehr als 1 Minute',
      'Bestellungen:\nID_1\n\nShop: https://shop.example\n',
      {
        type: 'order.overdue',
        data: { count: 1, more: false, minutes: 1, orders: ['ID_1'], products: [] },
      },
    ],
    [
      'tr',
      '1 kod stoku azaldı',
      '\n\u2068steam\u2069, boşta 2, eşik 5\n\nMağaza: https://shop.example\n',
      lasting('stock.low', 1, [{ name: 'steam', free: 2, threshold: 5 }]),
    ],
    [
      'ar',
      '3 حسابات عُلّقت طلباتها',
      '\nالحساب \u20687\u2069\n…\n\nالمتجر: https://shop.example\n',
      lasting('account.halted', 3, [{ id: 7 }]),
    ],
    ['ar', 'مورّدان متعطّلان', '', lasting('supplier.failing', 2, [])],
    [
      'de',
      'Keine nächtliche Sicherung kann erstellt oder wiederhergestellt werden',
      '\n\u2068nächtliche Sicherung\u2069\n',
      lasting('backup.failing', 1, [{ name: 'nightly backup' }]),
    ],
    ['xx', 'A test: notifications arrive here', '', { type: 'test', data: {} }],
  ])('is written in %s: %s', (language, words, lines, notice) => {
    expect(subject(notice, language)).toBe(`[Souk] ${words}`);
    expect(text(notice, language)).toContain(lines);
  });

  it('keeps a hostile name within its line, and out of the subject', () => {
    const notice = waiting('x\r\nBcc: evil@example.com\r\n.\r\n\u202Etxt');
    expect(subject(notice)).toBe('[Souk] 2 orders wait');
    expect(text(notice)).toContain('2 × \u2068x Bcc: evil@example.com . txt\u2069 (7)\n');
  });
});
