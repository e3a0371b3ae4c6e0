import type { LastingNotice, Notice, NoticeItem, OrdersNotice } from './notice.js';
import { isolatedName } from './shown-name.js';

/** A notice as a mail tells it. The subject holds no name, so nothing of the catalog gets into a header. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** @param shop the public address of the shop, by which operators of several shops tell them apart. */
export function mailText(notice: Notice, shop: string): MailText {
  const [subject, lines] = parts(notice);
  const text = [`${subject}.`, '', ...lines, ...(lines.length > 0 ? [''] : []), `Shop: ${shop}`];
  return { subject: `[Souk] ${subject}`, text: `${text.join('\n')}\n` };
}

function parts(notice: Notice): [subject: string, lines: string[]] {
  if (notice.type === 'test') return ['A test: notifications arrive here', []];
  if (isOfOrders(notice)) return [ordersSubject(notice), ordersLines(notice)];
  return [LASTING[notice.type](notice.data.count), itemLines(notice)];
}

function isOfOrders(notice: Notice): notice is OrdersNotice {
  return notice.type === 'order.waiting' || notice.type === 'order.overdue';
}

function ordersSubject({ type, data: { count, more, minutes } }: OrdersNotice): string {
  const orders = `${more ? 'More than ' : ''}${counted(count, 'order waits', 'orders wait')}`;
  return type === 'order.waiting' ? orders : `${orders} for more than ${minutes} minutes`;
}

function ordersLines({ data: { count, more, orders, products } }: OrdersNotice): string[] {
  const isCut = more || orders.length < count;
  return [
    ...products.map(({ id, name, orders: number }) => `${number} × ${isolatedName(name)} (${id})`),
    '',
    isCut ? 'The first ones:' : 'Orders:',
    ...orders,
  ];
}

const LASTING: Readonly<Record<LastingNotice['type'], (count: number) => string>> = {
  'stock.low': (count) => counted(count, 'stock of codes is low', 'stocks of codes are low'),
  'stock.held': (count) =>
    counted(
      count,
      'stock of codes is held back after a failover',
      'stocks of codes are held back after a failover',
    ),
  'supplier.failing': (count) => counted(count, 'supplier fails', 'suppliers fail'),
  'supplier.balance_low': (count) =>
    counted(count, 'balance at a supplier is low', 'balances at suppliers are low'),
  'supplier.held': (count) =>
    counted(count, 'sync has held changes back', 'syncs have held changes back'),
  'purchase.unneeded': (count) =>
    counted(
      count,
      'order was bought after it was closed by hand',
      'orders were bought after they were closed by hand',
    ),
  'backup.failing': () => 'No nightly backup can be made or restored',
  'account.halted': (count) =>
    counted(count, 'account has its orders halted', 'accounts have their orders halted'),
};

function itemLines({ data: { count, items } }: LastingNotice): string[] {
  const lines = items.map(itemLine);
  return items.length < count ? [...lines, '…'] : lines;
}

function itemLine({ id, name, ...rest }: NoticeItem): string {
  const numbers = Object.entries(rest).map(([word, value]) => `${word} ${value}`);
  const names = [
    ...(name === undefined ? [] : [isolatedName(String(name))]),
    ...(id === undefined ? [] : [name === undefined ? `account ${id}` : `(${id})`]),
  ];
  return [names.join(' '), ...numbers].join(', ');
}

function counted(count: number, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
}
