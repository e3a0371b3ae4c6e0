import type { Caller } from '../../admin/access/caller.js';
import type { Language } from '../../locales/language.js';
import type { MessageGroup } from '../../locales/locale.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { wordsOf, type Words } from '../../pages/words.js';
import { PART_GROUPS } from '../shell/navigation.js';

type WordsOf = <Group extends MessageGroup>(group: Group) => Words<Group>;

/** Its text, where it is, below the home page, and who is led there; null for everybody. */
type Destination = readonly [
  text: (words: WordsOf) => string,
  page: string,
  permission: Permission | null,
];

/** What is found of the console itself: where a page, or the form of an operation, is. */
export interface FoundPage {
  readonly text: string;
  readonly page: string;
}

const PARTS: readonly Destination[] = PART_GROUPS.flatMap(({ parts }) =>
  parts.map(({ name, page, permission }): Destination => [
    (words) => words('console')[name],
    page,
    permission,
  ]),
);

const OTHERS: readonly Destination[] = [
  [(words) => words('account').create, 'accounts', 'accounts.edit'],
  [(words) => words('account').createGroup, 'groups', 'accounts.edit'],
  [(words) => words('token').whose, 'tokens', 'tokens.read'],
  [(words) => words('refusal').title, 'refusals', 'orders.read'],
  [(words) => words('page').importAndExport, 'catalog/imports', 'catalog.import'],
  [(words) => words('catalog').newCategory, 'catalog', 'catalog.edit'],
  [(words) => words('catalog').deletedProducts, 'catalog/deleted', 'catalog.read'],
  [(words) => words('stock').newTitle, 'stock', 'stock.import'],
  [(words) => words('supplier').addTitle, 'suppliers', 'suppliers.edit'],
  [(words) => words('operator').newOperator, 'operators', 'operators.edit'],
  [(words) => words('report').sales, 'reports', 'reports.read'],
  [(words) => words('report').balances, 'reports/balances', 'reports.read'],
  [(words) => words('report').stock, 'reports/stock', 'reports.read'],
  [(words) => words('report').costs, 'reports/costs', 'costs.read'],
  [(words) => words('shop').maintenance, 'shop', 'maintenance.switch'],
  [(words) => words('conventions').shopTitle, 'shop', 'settings.edit'],
  [(words) => words('shop').doctor, 'shop/doctor', 'doctor.run'],
  [(words) => words('page').webhooks, 'shop/webhooks', 'webhooks.read'],
  [(words) => words('page').notifications, 'shop/notifications', 'notifications.read'],
  [(words) => words('page').mailServer, 'shop/mail-server', 'settings.read'],
  [(words) => words('page').upkeep, 'shop/upkeep', 'ledger.verify'],
  [(words) => words('page').extensions, 'shop/extensions', 'extensions.read'],
  [(words) => words('page').own, 'own', null],
  [(words) => words('own').changePassword, 'own', null],
  [(words) => words('signIn').enrolTitle, 'own', null],
  [(words) => words('upkeep').backups, 'shop/upkeep', 'settings.edit'],
  [(words) => words('account').statement, 'accounts', 'balance.read'],
  [(words) => words('page').profit, 'reports', 'costs.read'],
  [(words) => words('undo').undo, 'audit', 'audit.read'],
  [(words) => words('import').columns, 'catalog/imports', 'catalog.import'],
  [(words) => words('search').bulk, 'prices', 'prices.edit'],
];

/** The pages and operations, for who may open them, in whose name each word of a text begins a word. */
export function foundPages(sought: string, language: Language, caller: Caller): FoundPage[] {
  const words: WordsOf = (group) => wordsOf(language, group);
  const typed = wordsIn(sought, language);
  if (typed.length === 0) return [];
  return [...PARTS, ...OTHERS]
    .filter(([, , permission]) => permission === null || caller.may(permission))
    .map(([text, page]) => ({ page, text: text(words) }))
    .filter((found) => {
      const named = wordsIn(found.text, language);
      return typed.every((one) => named.some((word) => word.startsWith(one)));
    });
}

function wordsIn(text: string, language: Language): string[] {
  return text
    .toLocaleLowerCase(language)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}
