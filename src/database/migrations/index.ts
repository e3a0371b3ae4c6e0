interface Runner {
  query(sql: string): Promise<unknown>;
}

/** TypeORM's command line undoes it by `down`. */
interface Migration {
  /** False for one that must not run in a transaction. */
  readonly transaction?: boolean;
  up(runner: Runner): Promise<void>;
  down(runner: Runner): Promise<void>;
}

type MigrationClass = new () => Migration;

/** The files of this folder, in the order in which they run. The statements of a released one are never changed. */
const FILES = [
  '0001-accounts',
  '0002-catalog',
  '0003-orders',
  '0004-ledger-chain',
  '0005-halt-and-audit',
  '0006-delivery',
  '0007-code-stock',
  '0008-suppliers',
  '0009-webhooks',
  '0010-place-order',
  '0011-catalog-changes',
  '0012-place-orders',
  '0013-access-token-changes',
  '0014-orders-error-mode',
  '0015-maintenance-of-orders',
  '0016-reason-for-reseller',
  '0017-database-history',
  '0018-lock-timeouts',
  '0019-restores',
  '0020-extensions',
  '0021-failed-events',
  '0022-policy-changes',
  '0023-extension-faults',
  '0024-own-books',
  '0025-token-scopes',
  '0026-token-families',
  '0027-account-limits',
  '0028-former-rows',
  '0029-operator-people',
  '0030-order-reversals',
  '0031-order-refusals',
  '0032-costs',
  '0033-admin-requests',
  '0034-order-search',
  '0035-notifications',
  '0036-catalog-imports',
  '0037-bounded-lists',
  '0038-webhook-messages',
  '0039-operator-filters',
  '0040-order-origins',
  '0041-import-applying',
  '0042-unneeded-purchases',
  '0043-catalog-words',
  '0044-order-search-keys',
  '0045-codes-per-piece',
  '0046-search-steps',
  '0047-schema-objects',
  '0048-private-hosts',
  '0049-instance-clocks',
  '0050-known-devices',
  '0051-nightly-backup',
  '0053-replaced-purchases',
  '0054-untried-restores',
  '0055-forgotten-purchases',
  '0056-request-forms',
  '0057-suspended-orders',
  '0058-delivered-once',
  '0059-cleared-stocks',
  '0060-lost-codes-in-stock',
  '0061-audit-targets',
  '0062-frozen-suppliers',
  '0063-lineage-since',
  '0064-created-token-targets',
  '0065-unusual-changes',
  '0066-item-changes',
  '0067-supplier-import',
  '0068-conventions',
  '0069-codes-by-hand',
  '0070-shop-branding',
  '0071-account-contact',
  '0072-account-events',
  '0073-ledger-texts',
  '0074-receipts',
  '0075-code-commitments',
  '0076-extension-calls',
  '0077-ordered-events',
  '0078-extension-tasks',
  '0079-sentinel-checkpoints',
  '0080-ordered-ids',
  '0082-erasures',
  '0083-erased-messages',
  '0084-narrow-indexes',
  '0085-wide-indexes',
] as const;

/** What is added to the number of a file, so that TypeORM, too, reads a time from the name of its migration. */
const FIRST_TIME = 1_795_200_000_000;

/** The names of all migrations, in their order, as `schema_migrations` remembers them. */
export const MIGRATION_NAMES: readonly string[] = FILES.map(nameOf);

/** Loads the classes of all migrations, in their order. A start that has nothing to migrate needs the names alone. */
export function loadMigrations(): Promise<MigrationClass[]> {
  return Promise.all(
    FILES.map(async (file) => {
      const exported = (await import(`./${file}.js`)) as Readonly<Record<string, MigrationClass>>;
      const migration = exported[nameOf(file)];
      if (!migration) throw new Error(`${file} exports no ${nameOf(file)}`);
      return migration;
    }),
  );
}

/** `0004-ledger-chain` exports `LedgerChain1795200000004`. */
function nameOf(file: string): string {
  const [number, ...words] = file.split('-');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${title}${FIRST_TIME + Number(number)}`;
}
