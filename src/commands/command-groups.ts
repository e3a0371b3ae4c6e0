import type { AddOwnCommands, ShopPart } from './context/command-context.js';

/** A command of the program, or a group of commands under one name, which is loaded only when it is used. */
export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  /** The argument of a single command. */
  readonly argument?: readonly [name: string, description: string];
  /** The services that its commands need, unless a command asks for others; all of them by default. */
  readonly part?: ShopPart;
  readonly load: () => Promise<AddOwnCommands>;
}

/** In the order of `souk --help`. */
export const GROUPS: readonly CommandGroup[] = [
  {
    name: 'account',
    description: 'resellers',
    part: 'accounts',
    load: async () => (await import('./accounts/account.commands.js')).addAccountCommands,
  },
  {
    name: 'token',
    description: 'API tokens of accounts: issue and limit them, and revoke one that leaked',
    part: 'accounts',
    load: async () => (await import('./accounts/token.commands.js')).addTokenCommands,
  },
  {
    name: 'ip',
    description: 'addresses from which an account may call; without any it may from everywhere',
    part: 'accounts',
    load: async () => (await import('./accounts/ip.commands.js')).addIpCommands,
  },
  {
    name: 'balance',
    description: 'prepaid balances in USD: deposits, corrections, statements',
    part: 'accounts',
    load: async () => (await import('./accounts/balance.commands.js')).addBalanceCommands,
  },
  {
    name: 'ledger',
    description: 'the books behind the balances',
    part: 'accounts',
    load: async () => (await import('./accounts/ledger.commands.js')).addLedgerCommands,
  },
  {
    name: 'receipts',
    description: 'what is signed for resellers: the key, and why history went on from earlier',
    part: 'accounts',
    load: async () => (await import('./shop/receipt.commands.js')).addReceiptCommands,
  },
  {
    name: 'group',
    description: 'accounts that share prices and visibility',
    part: 'accounts',
    load: async () => (await import('./accounts/group.commands.js')).addGroupCommands,
  },
  {
    name: 'catalog',
    description: 'categories and products',
    load: async () => (await import('./catalog/catalog.commands.js')).addCatalogCommands,
  },
  {
    name: 'category',
    description: 'single categories',
    load: async () => (await import('./catalog/category.commands.js')).addCategoryCommands,
  },
  {
    name: 'product',
    description: 'single products',
    load: async () => (await import('./catalog/product.commands.js')).addProductCommands,
  },
  {
    name: 'delivery',
    description: 'who delivers a product',
    load: async () => (await import('./orders/delivery.commands.js')).addDeliveryCommands,
  },
  {
    name: 'codes',
    description: 'stock of codes that are delivered at once; what is left of it',
    load: async () => (await import('./orders/codes.commands.js')).addCodesCommands,
  },
  {
    name: 'secret-key',
    description: 'print a fresh key for SECRET_KEYS; nothing is changed',
    part: 'accounts',
    load: async () => (await import('./shop/secret-key.commands.js')).addSecretKeyCommand,
  },
  {
    name: 'supplier',
    description: 'other shops that we buy from',
    load: async () => (await import('./orders/supplier.commands.js')).addSupplierCommands,
  },
  {
    name: 'price',
    description: 'base prices by percent, and what accounts and groups pay',
    load: async () => (await import('./catalog/price.commands.js')).addPriceCommands,
  },
  {
    name: 'cost',
    description: 'what products cost the shop; resellers never see it',
    load: async () => (await import('./reports/cost.commands.js')).addCostCommands,
  },
  {
    name: 'visibility',
    description: 'who may see what',
    load: async () => (await import('./catalog/visibility.commands.js')).addVisibilityCommands,
  },
  {
    name: 'order',
    description: 'orders: find and list them, deliver or reject them by hand',
    load: async () => (await import('./orders/order.commands.js')).addOrderCommands,
  },
  {
    name: 'erasure',
    description: 'fields, codes and messages of orders: erase them for ever',
    load: async () => (await import('./orders/erasure.commands.js')).addErasureCommands,
  },
  {
    name: 'report',
    description: 'sales, cost and profit; low balances; unsold stock',
    load: async () => (await import('./reports/report.commands.js')).addReportCommands,
  },
  {
    name: 'webhook',
    description: 'tell accounts of their orders and a low balance, at an address of theirs',
    part: 'accounts',
    load: async () => (await import('./accounts/webhook.commands.js')).addWebhookCommands,
  },
  {
    name: 'notify',
    description: 'tell operators, by webhook or e-mail, what needs them',
    load: async () => (await import('./notifications/notify.commands.js')).addNotifyCommands,
  },
  {
    name: 'private-host',
    description: 'suppliers, receivers and mail servers that may have a private address',
    part: 'accounts',
    load: async () => (await import('./shop/private-host.commands.js')).addPrivateHostCommands,
  },
  {
    name: 'maintenance',
    description:
      'refuse orders (--orders, recommended) or all requests for a while, on all instances at once',
    part: 'accounts',
    load: async () => (await import('./shop/maintenance.commands.js')).addMaintenanceCommands,
  },
  {
    name: 'request-forms',
    description:
      'forms of orders that the release before does not know: off before you go back to it',
    part: 'accounts',
    load: async () => (await import('./shop/request-forms.commands.js')).addRequestFormsCommands,
  },
  {
    name: 'conventions',
    description: 'language, time zone, first day of the week and decimals of amounts of the shop',
    part: 'accounts',
    load: async () => (await import('./shop/conventions.commands.js')).addConventionsCommands,
  },
  {
    name: 'branding',
    description: 'name, logo and color of the shop, on its pages and in its mails',
    load: async () => (await import('./shop/branding.commands.js')).addBrandingCommands,
  },
  {
    name: 'testing',
    description: 'products that move no money, for the authors of bots',
    load: async () => (await import('./shop/testing.commands.js')).addTestingCommands,
  },
  {
    name: 'operator',
    description: 'people who run the shop: their roles, links and tokens',
    part: 'accounts',
    load: async () => (await import('./people/operator.commands.js')).addOperatorCommands,
  },
  {
    name: 'audit',
    description: 'what operators have changed',
    load: async () => (await import('./shop/audit.commands.js')).addAuditCommands,
  },
  {
    name: 'events',
    description: 'what has happened to accounts, in its order: one line of JSON an event',
    load: async () => (await import('./shop/events.command.js')).addEventsCommand,
  },
  {
    name: 'extension',
    description: 'the extensions that the shop has, and those that are loaded',
    load: async () => (await import('./shop/extension.commands.js')).addExtensionCommands,
  },
  {
    name: 'migrate',
    description: 'bring the schema up to date; the server does so by itself at start',
    part: 'accounts',
    load: async () => (await import('./shop/shop.commands.js')).addMigrateCommand,
  },
  {
    name: 'doctor',
    description: 'examine the installation and the books',
    load: async () => (await import('./shop/shop.commands.js')).addDoctorCommand,
  },
  {
    name: 'backup',
    description: 'write everything into one file; the server may go on',
    argument: ['<file>', 'a new file'],
    load: async () => (await import('./shop/shop.commands.js')).addBackupCommand,
  },
  {
    name: 'backups',
    description: 'the backups that the server makes each night',
    load: async () => (await import('./shop/backups.commands.js')).addBackupsCommands,
  },
  {
    name: 'restore',
    description: 'fill an empty database, embedded or any other',
    argument: ['<file>', 'a file of "souk backup"'],
    load: async () => (await import('./shop/restore.commands.js')).addRestoreCommand,
  },
  {
    name: 'settle',
    description: 'after a recovery or failover that lost orders: hold back what may be sold twice',
    load: async () => (await import('./shop/restore.commands.js')).addSettleCommand,
  },
  {
    name: 'demo',
    description: 'the demo shop of the first start',
    load: async () => (await import('./shop/shop.commands.js')).addDemoCommands,
  },
];
