import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import type { LastingNotice, Notice, NoticeItem, OrdersNotice } from './notice.js';
import { isolatedName } from './shown-name.js';

/** What an extension may tell. */
export const MAX_TEXT_CHARACTERS = 500;

/** A notice as a mail tells it. Of names the subject holds that of the shop alone, so nothing of the catalog gets into a header. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The name and the public address of a shop, by which operators of several shops tell them apart. */
interface NamedShop {
  readonly name: string;
  readonly address: string;
}

export function mailText(notice: Notice, shop: NamedShop, language: Language): MailText {
  const locale = Locale.of(language);
  const subject = locale.say(subjectKey(notice), notice.data);
  const lines = linesOf(notice, locale);
  const sign = `${locale.group('mail').shop} ${shop.address}`;
  const text = [`${subject}.`, '', ...lines, ...(lines.length > 0 ? [''] : []), sign];
  return { subject: `[${shop.name}] ${subject}`, text: `${text.join('\n')}\n` };
}

function subjectKey(notice: Notice): string {
  const isCut = isOfOrders(notice) && notice.data.more;
  return `mail.${isCut ? 'more' : 'subjects'}.${notice.type}`;
}

function linesOf(notice: Notice, locale: Locale): string[] {
  if (notice.type === 'test') return [];
  if (notice.type === 'extension.message')
    return [isolatedName(notice.data.text, MAX_TEXT_CHARACTERS)];
  return isOfOrders(notice) ? ordersLines(notice, locale) : itemLines(notice, locale);
}

function isOfOrders(notice: Notice): notice is OrdersNotice {
  return notice.type === 'order.waiting' || notice.type === 'order.overdue';
}

function ordersLines({ data }: OrdersNotice, locale: Locale): string[] {
  const { count, more, orders, products } = data;
  const words = locale.group('mail');
  return [
    ...products.map(({ id, name, orders: number }) => `${number} × ${isolatedName(name)} (${id})`),
    '',
    more || orders.length < count ? words.firstOrders : words.orders,
    ...orders,
  ];
}

function itemLines({ type, data: { count, items } }: LastingNotice, locale: Locale): string[] {
  const { nightlyBackup } = locale.group('mail');
  const named = type === 'backup.failing' ? items.map(() => ({ name: nightlyBackup })) : items;
  const lines = named.map((item) => itemLine(item, locale));
  return items.length < count ? [...lines, '…'] : lines;
}

function itemLine({ id, name, ...rest }: NoticeItem, locale: Locale): string {
  const { account, labels } = locale.group('mail');
  const known: Readonly<Record<string, string>> = labels;
  const numbers = Object.entries(rest).map(([word, value]) => `${known[word] ?? word} ${value}`);
  const names = [
    ...(name === undefined ? [] : [isolatedName(String(name))]),
    ...(id === undefined ? [] : [name === undefined ? account({ id }) : `(${id})`]),
  ];
  return [names.join(' '), ...numbers].join(', ');
}
