import type { Caller } from '../../admin/access/caller.js';
import type { Language } from '../../locales/language.js';
import type { MessageGroup } from '../../locales/locale.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { wordsOf, type Words } from '../../pages/words.js';
import { PART_GROUPS } from '../shell/navigation.js';

type WordsOf = <Group extends MessageGroup>(group: Group) => Words<Group>;

interface Destination {
  readonly text: (words: WordsOf) => string;
  /** Where it is, below the home page. */
  readonly page: string;
  /** Who has it is led there; null for everybody. */
  readonly permission: Permission | null;
}

/** What is found of the console itself: where a page, or the form of an operation, is. */
export interface FoundPage {
  readonly text: string;
  readonly page: string;
}

const PARTS: readonly Destination[] = PART_GROUPS.flatMap(({ parts }) =>
  parts.map(({ name, page, permission }) => ({
    text: (words: WordsOf) => words('console')[name],
    page,
    permission,
  })),
);

const OTHERS: readonly Destination[] = [
  { text: (words) => words('account').create, page: 'accounts', permission: 'accounts.edit' },
  { text: (words) => words('account').createGroup, page: 'groups', permission: 'accounts.edit' },
  { text: (words) => words('token').whose, page: 'tokens', permission: 'tokens.read' },
  { text: (words) => words('refusal').title, page: 'refusals', permission: 'orders.read' },
  {
    text: (words) => words('page').importAndExport,
    page: 'catalog/imports',
    permission: 'catalog.import',
  },
  { text: (words) => words('catalog').newCategory, page: 'catalog', permission: 'catalog.edit' },
  {
    text: (words) => words('catalog').deletedProducts,
    page: 'catalog/deleted',
    permission: 'catalog.read',
  },
  { text: (words) => words('stock').newTitle, page: 'stock', permission: 'stock.import' },
  { text: (words) => words('supplier').addTitle, page: 'suppliers', permission: 'suppliers.edit' },
  {
    text: (words) => words('operator').newOperator,
    page: 'operators',
    permission: 'operators.edit',
  },
  { text: (words) => words('report').sales, page: 'reports', permission: 'reports.read' },
  {
    text: (words) => words('report').balances,
    page: 'reports/balances',
    permission: 'reports.read',
  },
  { text: (words) => words('report').stock, page: 'reports/stock', permission: 'reports.read' },
  { text: (words) => words('report').costs, page: 'reports/costs', permission: 'costs.read' },
  {
    text: (words) => words('shop').maintenance,
    page: 'shop',
    permission: 'maintenance.switch',
  },
  {
    text: (words) => words('conventions').shopTitle,
    page: 'shop',
    permission: 'settings.edit',
  },
  { text: (words) => words('shop').doctor, page: 'shop/doctor', permission: 'doctor.run' },
  { text: (words) => words('page').webhooks, page: 'shop/webhooks', permission: 'webhooks.read' },
  {
    text: (words) => words('page').notifications,
    page: 'shop/notifications',
    permission: 'notifications.read',
  },
  {
    text: (words) => words('page').mailServer,
    page: 'shop/mail-server',
    permission: 'settings.read',
  },
  { text: (words) => words('page').upkeep, page: 'shop/upkeep', permission: 'ledger.verify' },
  {
    text: (words) => words('page').extensions,
    page: 'shop/extensions',
    permission: 'extensions.read',
  },
  { text: (words) => words('page').own, page: 'own', permission: null },
];

/** The pages and operations, for who may open them, in whose name each word of a text begins a word. */
export function foundPages(text: string, language: Language, caller: Caller): FoundPage[] {
  const words: WordsOf = (group) => wordsOf(language, group);
  const sought = wordsIn(text, language);
  return [...PARTS, ...OTHERS]
    .filter(({ permission }) => permission === null || caller.may(permission))
    .map(({ page, ...destination }) => ({ page, text: destination.text(words) }))
    .filter((found) => {
      const named = wordsIn(found.text, language);
      return sought.every((one) => named.some((word) => word.startsWith(one)));
    });
}

function wordsIn(text: string, language: Language): string[] {
  return text
    .toLocaleLowerCase(language)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}
