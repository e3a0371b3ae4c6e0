import type { TestDatabase } from '../../support/test-database.js';
import type { AskedReversal, Decision } from './operator-desk.js';

interface DecidedRow {
  readonly id: string;
  readonly status: string;
  readonly actor: string | null;
}

interface Result {
  readonly order_id: string;
  readonly status: number;
}

const DECIDED = 'SELECT order_id AS id, status, decided_by AS actor FROM orders';
const REVERSALS = `
  SELECT reference, order_id AS "orderId", count(*)::integer AS entries FROM ledger_entries
  WHERE kind = 'reversal' GROUP BY reference, order_id`;
const AUDITED = `
  SELECT DISTINCT details ->> 'order' AS id FROM audit_entries
  WHERE action IN ('order accept', 'order reject')`;

/**
 * Compares what an operator was answered with the database: each request has one answer, each order that was decided by the
 * operator was answered as such by one request, and each reversal that was answered is in the ledger once.
 * @param actor of the operator's decisions
 */
export async function deskFaults(
  db: TestDatabase,
  actor: string,
  decisions: readonly Decision[],
  reversals: readonly AskedReversal[],
): Promise<string[]> {
  const orders = new Map((await db.query<DecidedRow>(DECIDED)).map((row) => [row.id, row]));
  const audited = new Set((await db.query<{ id: string }>(AUDITED)).map(({ id }) => id));
  const faults: string[] = [];
  const answered = new Map<string, string>();
  for (const { key, kind, answers } of decisions) {
    if (new Set(answers).size !== 1)
      faults.push(`the decision ${key} has several answers, or none`);
    for (const id of decidedIn(answers[0])) {
      if (answered.has(id)) faults.push(`${id} was decided by several requests`);
      answered.set(id, kind);
      if (orders.get(id)?.status !== kind) faults.push(`${id} was answered ${kind}, but is not`);
      if (!audited.has(id)) faults.push(`the decision of ${id} is not in the audit`);
    }
  }
  for (const { id, actor: decidedBy } of orders.values()) {
    if ((decidedBy === actor) !== answered.has(id)) {
      faults.push(`${id} was decided by ${decidedBy ?? 'nobody'}, and answered otherwise`);
    }
  }
  return [...faults, ...(await reversalFaults(db, reversals))];
}

async function reversalFaults(
  db: TestDatabase,
  reversals: readonly AskedReversal[],
): Promise<string[]> {
  type Row = AskedReversal & { readonly entries: number };
  const rows = await db.query<Row>(REVERSALS);
  const entries = new Map(rows.map((row) => [row.reference, row]));
  const asked = new Map(reversals.map((reversal) => [reversal.reference, reversal]));
  return [
    ...reversals
      .filter(({ isPosted, reference }) => isPosted && entries.get(reference)?.entries !== 1)
      .map(({ reference }) => `the reversal ${reference} was answered, but is not there once`),
    ...rows
      .filter(({ reference, orderId }) => asked.get(reference)?.orderId !== orderId)
      .map(({ reference }) => `the reversal ${reference} was asked for by nobody`),
  ];
}

/** The orders that the request has decided. */
function decidedIn(answer: string | undefined): string[] {
  const { items = [] } = JSON.parse(answer ?? '{}') as { items?: readonly Result[] };
  return items.filter(({ status }) => status === 200).map(({ order_id: id }) => id);
}
