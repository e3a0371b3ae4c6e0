import { listItems, sqlStatements } from './sql-statements.js';

/** What a migration sends to the database: the SQL text of each call of `query`. */
export interface MigrationSql {
  readonly queries: readonly string[];
  /** False for a migration that runs outside of a transaction. */
  readonly inTransaction: boolean;
}

/** Tables with a row for each order, ledger entry, code or job: what reads them all takes long. */
const BIG_TABLES = new Set([
  ...[
    'orders',
    'order_keys',
    'ledger_entries',
    'account_events',
    'fulfillments',
    'supplier_attempts',
  ],
  ...['stock_codes', 'audit_entries', 'webhook_failures', 'order_costs', 'order_refusals'],
  ...['order_search_values', 'order_search_keys', 'webhook_messages'],
]);
const isBig = (table: string): boolean => BIG_TABLES.has(table) || table.startsWith('pgboss.');
/** A transaction that holds the locks of all their rows keeps orders waiting. */
const isHot = (table: string): boolean => isBig(table) || table === 'accounts';

const NAME = String.raw`(?:public\.)?([\w.]+)`;
const ALTER_TABLE = regex(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME} (.*)$`);
const CREATED = regex(
  `^CREATE (?:OR REPLACE )?(?:TEMP |TEMPORARY |UNLOGGED |CONSTRAINT )?(TABLE|TRIGGER) (?:IF NOT EXISTS )?${NAME}`,
);
const CREATE_INDEX = regex(
  `^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?(?:${NAME} )?ON (?:ONLY )?${NAME}`,
);
const DROP_INDEX = regex(`^DROP INDEX CONCURRENTLY IF EXISTS ${NAME}$`);
const WRITE = regex(
  `(?:(?<!(?:FOR|DO|KEY|AFTER|BEFORE|OR) )UPDATE|DELETE FROM) (?:ONLY )?${NAME}`,
  'g',
);

/** Defaults that PostgreSQL computes once; a volatile one makes it write every row again. */
const STABLE_DEFAULT =
  /DEFAULT (?:''|-?[\d.]+|true|false|null|now\(\)|current_timestamp|array\[\])(?:::[\w[\]]+)*(?= |$)/i;

/** Actions of ALTER TABLE that are forbidden for a table that the previous release uses. */
const ACTIONS: readonly (readonly [form: string, action: RegExp, where?: typeof isBig])[] = [
  ['DROP COLUMN', /^DROP (?!CONSTRAINT\b)/i],
  ['RENAME', /^RENAME\b/i],
  ['ALTER TYPE', /^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i],
  ['SET NOT NULL', /^ALTER (?:COLUMN )?\w+ SET NOT NULL/i],
  ['DROP DEFAULT', /^ALTER (?:COLUMN )?\w+ DROP (?:DEFAULT|EXPRESSION|IDENTITY)/i],
  [
    'ADD CONSTRAINT without NOT VALID',
    /^ADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b(?!.*(?:NOT VALID|USING INDEX \w+)$)/i,
    isBig,
  ],
  ['rewrite', /^SET (?:UNLOGGED|LOGGED|TABLESPACE|ACCESS METHOD|SCHEMA)\b/i],
];

const ADD_COLUMN = /^ADD (?!(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b)/i;

/** Statements that are forbidden whatever table they are about. */
const STATEMENTS: readonly (readonly [form: string, statement: RegExp])[] = [
  ['DROP', /^DROP (?!INDEX|TRIGGER)/i],
  ['RENAME', /^ALTER (?!TABLE).* RENAME\b/i],
  ['ALTER TYPE', /^ALTER TYPE .*\b(?:DROP|ALTER) ATTRIBUTE\b/i],
  ['TRUNCATE', /^TRUNCATE\b/i],
  ['LOCK', /^LOCK\b/i],
  ['rewrite', /^(?:CLUSTER|VACUUM|REINDEX)\b/i],
  ['a block that cannot be checked', /^DO\b/i],
  [
    'the transaction and its limits belong to whatever runs it',
    /^(?:BEGIN|COMMIT|ROLLBACK|SET|RESET)\b/i,
  ],
];

/**
 * What a migration may not do while the previous release is running: take away what that release uses, or keep a table
 * locked for longer than a moment.
 * @returns the form and the statement of each finding
 */
export function forbiddenForms({ queries, inTransaction }: MigrationSql): string[] {
  const statements = queries.flatMap(sqlStatements);
  const created = statements.map((statement) => CREATED.exec(statement)).filter((found) => !!found);
  const ofKind = (kind: string): Set<string> =>
    new Set(
      created.filter(([, made]) => made?.toUpperCase() === kind).map(([, , name = '']) => name),
    );
  const context = {
    tables: ofKind('TABLE'),
    triggers: ofKind('TRIGGER'),
    statements,
    inTransaction,
  };
  const ofStatements = statements.flatMap((statement) =>
    [...new Set(formsOf(statement, context))].map((form) => `${form}: ${statement}`),
  );
  const several = queries.filter((query) => sqlStatements(query).length > 1);
  const isSplit = inTransaction || several.length === 0;
  return isSplit
    ? ofStatements
    : [...ofStatements, 'several statements in one query, which is a transaction'];
}

interface Context {
  /** What the migration itself creates; the previous release does not know it. */
  readonly tables: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  readonly statements: readonly string[];
  readonly inTransaction: boolean;
}

function formsOf(statement: string, context: Context): string[] {
  return [
    ...STATEMENTS.filter(([, pattern]) => pattern.test(statement)).map(([form]) => form),
    ...alterTableForms(statement, context),
    ...indexForms(statement, context),
    ...writeForms(statement, context),
    ...triggerForms(statement, context),
  ];
}

function alterTableForms(statement: string, { tables, inTransaction }: Context): string[] {
  const [, table = '', actions = ''] = ALTER_TABLE.exec(statement) ?? [];
  if (table === '' || tables.has(table)) return [];
  return listItems(actions).flatMap((action) => [
    ...ACTIONS.filter(([, pattern, where]) => pattern.test(action) && (where?.(table) ?? true)).map(
      ([form]) => form,
    ),
    ...(ADD_COLUMN.test(action) ? addColumnForms(action, table) : []),
    ...(/^VALIDATE\b/i.test(action) && isBig(table) && inTransaction
      ? ['VALIDATE in a transaction, which keeps its other locks meanwhile']
      : []),
  ]);
}

function addColumnForms(action: string, table: string): string[] {
  const hasDefault = /\bDEFAULT\b/i.test(action);
  const found = {
    'ADD COLUMN with a volatile default': hasDefault && !STABLE_DEFAULT.test(action),
    'ADD COLUMN NOT NULL without DEFAULT': !hasDefault && /\bNOT NULL\b/i.test(action),
    'ADD COLUMN that writes every row': /\bGENERATED\b|\b(?:big|small)?serial\b/i.test(action),
    'ADD COLUMN with a constraint':
      isBig(table) && /\b(?:CHECK|UNIQUE|PRIMARY|REFERENCES)\b/i.test(action),
  };
  return Object.entries(found).flatMap(([form, isFound]) => (isFound ? form : []));
}

function indexForms(statement: string, { tables, statements, inTransaction }: Context): string[] {
  const forms: string[] = [];
  const [isCreate, concurrently, name = '', table = ''] = CREATE_INDEX.exec(statement) ?? [];
  const [, dropped] = DROP_INDEX.exec(statement) ?? [];
  if (isCreate !== undefined && isBig(table) && !tables.has(table) && concurrently === undefined) {
    forms.push('CREATE INDEX without CONCURRENTLY');
  }
  if (
    concurrently !== undefined &&
    !statements.some((other) => DROP_INDEX.exec(other)?.[1] === name)
  ) {
    forms.push(
      'CREATE INDEX CONCURRENTLY without DROP INDEX CONCURRENTLY IF EXISTS, for a repetition',
    );
  }
  const isMadeAgain = statements.some((other) => CREATE_INDEX.exec(other)?.[2] === dropped);
  if (/^DROP INDEX\b/i.test(statement) && !(dropped !== undefined && isMadeAgain)) {
    forms.push('DROP');
  }
  if (/ CONCURRENTLY /i.test(statement) && inTransaction)
    forms.push('CONCURRENTLY in a transaction');
  return forms;
}

/** Outside of a transaction a migration may write in steps that are limited. */
function writeForms(statement: string, { tables, inTransaction }: Context): string[] {
  if (/^CREATE\b/i.test(statement)) return [];
  const written = [...statement.matchAll(WRITE)].map(([, table = '']) => table);
  const isForbidden = written.some((table) => isHot(table) && !tables.has(table));
  return isForbidden && (inTransaction || !/\bLIMIT \d/i.test(statement))
    ? ['UPDATE or DELETE of a big table']
    : [];
}

function triggerForms(statement: string, { triggers }: Context): string[] {
  const [, trigger] = regex(`^DROP TRIGGER (?:IF EXISTS )?${NAME} ON`).exec(statement) ?? [];
  return trigger !== undefined && !triggers.has(trigger) ? ['DROP'] : [];
}

function regex(source: string, flags = ''): RegExp {
  return new RegExp(source, `i${flags}`);
}
