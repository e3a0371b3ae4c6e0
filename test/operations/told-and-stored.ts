import type { AuditEntryRow } from '../support/audit-rows.js';
import type { TestShop } from '../support/test-shop.js';
import type { Asked } from './walked-doors.js';

/** What an entry of the audit tells, apart from who has made the change, and where. */
export interface Content {
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly before: unknown;
  readonly after: unknown;
}

const ID = /^(id|\w+_id|account|group|category|product|token|event|entry|operator_token)$/;

/** The content of an entry, in which ids, names and times are those of no thing. */
export function contentOf(
  { action, actor, ...entry }: AuditEntryRow,
  { operation, thing }: Asked,
): Content {
  const general = (value: unknown) => generalOf(value, actor);
  const { noun } = operation.target ?? {};
  if (noun !== undefined && noun in entry.details) {
    expect([operation.name, entry.details[noun]]).toEqual([operation.name, thing.id]);
  }
  const details = Object.entries(entry.details).filter(([, value]) => value !== false);
  return {
    action,
    details: general(Object.fromEntries(details)) as Content['details'],
    before: general(entry.before),
    after: general(entry.after),
  };
}

function generalOf(value: unknown, actor: string, name = ''): unknown {
  if (typeof value === 'number' && ID.test(name)) return '<id>';
  if (typeof value === 'string') {
    return value
      .replaceAll(actor, '<actor>')
      .replace(/\bACME-[0-9a-f]{8}/, '<order of theirs>')
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      .replace(/\bID_[0-9a-f]{16}\b/g, '<order>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/(?<=[a-z])-\d+\b/g, '-<number>');
  }
  if (Array.isArray(value)) return value.map((one) => generalOf(one, actor));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    parts.map(([key, part]) => [/^\d+$/.test(key) ? '<id>' : key, generalOf(part, actor, key)]),
  );
}

/** Tables with what a shop notes of itself and of its visitors, whoever changes something. */
const OWN = [
  ...['operator_tokens', 'operator_sessions', 'operator_attempts', 'instance_clocks'],
  ...[
    'code_instances',
    'shop_identity',
    'kept',
    'access_tokens',
    'sign_in_state',
    'notification_rounds',
  ],
  ...['order_search_progress', 'order_search_state', 'order_search_changes', 'order_search_keys'],
  ...['order_search_values', 'limit_buckets'],
  ...['signing_keys', 'witnesses', 'witness_trees', 'receipts_state'],
  // Waiting orders are looked after all the time, as is the ledger.
  ...['fulfillments', 'sentinel_checkpoints', 'server_tasks'],
];

/** A digest of each table, to see that nothing has changed. The rounds of the shop have ended: they note on suppliers, too. */
export async function stateOf({ db }: TestShop): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1)`,
    [OWN],
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), '')) AS digest FROM "${name}" t`,
  );
  const rows = await db.query<{ name: string; digest: string }>(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
