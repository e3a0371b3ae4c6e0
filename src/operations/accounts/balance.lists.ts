import { BalanceService } from '../../account/ledger/balance.service.js';
import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import {
  LEDGER_ENTRY_KINDS,
  type LedgerEntryKind,
} from '../../account/ledger/ledger-entry-kind.js';
import { LedgerPages } from '../../account/ledger/ledger-pages.service.js';
import { OperatorNumbersRepository } from '../../people/operators/operator-numbers.repository.js';
import { money, text, word } from '../answers/answer-fields.js';
import { TIME } from '../answers/shown.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TimeField } from '../fields/fields.js';
import { list, type AskedPage } from '../lists/list.js';
import { ListQuery, type PagedList } from '../lists/page.js';
import { reading } from '../reading.js';
import { BALANCE_SHAPE } from './balance.operations.js';

export class LedgerQuery extends ListQuery {
  @TimeField({ optional: true, description: 'Only entries of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only entries before this time.' })
  to?: string;
}

/** An entry, and who has made it. */
interface NamedEntry extends ChainedEntry {
  /** Null if it was no operator. */
  readonly actorName: string | null;
}

/** A ledger entry, with its place in the chain. */
const LEDGER_ENTRY = shapeOf<NamedEntry>()('LedgerEntryDto', {
  sequence: text({ example: '12', description: '1, 2, 3, … without gaps.', csv: 'plain' }),
  created_at: text({ form: { ...TIME, example: '2026-04-10T13:55:48.123456Z' }, csv: 'plain' }),
  kind: word(LEDGER_ENTRY_KINDS)(({ kind }) => kind as LedgerEntryKind),
  amount: money({ example: '-1.26048', description: 'USD; negative for a debit.' }),
  balance_after: money({ example: '98.73952', description: 'USD after the entry.' }),
  order_id: text.orNull({ example: 'ID_9fffb0d849a45215', csv: 'plain' }),
  reference: text.orNull({ example: 'invoice-1001' }),
  note: text(),
  actor: text({ example: 'operator:3' }),
  actor_name: text.orNull({
    example: 'operator:ada',
    description: 'The name of the operator or extension; resellers read the number alone.',
  }),
  entry_hash: text(({ entryHash }) => entryHash.toString('hex'), {
    example: '38deb357'.repeat(8),
    csv: 'plain',
  }),
});
export type LedgerEntryDto = ShownBy<typeof LEDGER_ENTRY>;

const SEQUENCE = /^[1-9]\d{0,17}$/;

export const ledgerList = list({
  name: 'balance ledger',
  operationId: 'ledger',
  summary: 'the ledger of an account, newest first',
  permission: 'balance.read',
  route: 'GET accounts/:id/ledger',
  of: 'account',
  query: LedgerQuery,
  item: LEDGER_ENTRY,
  rows: ledgerRows,
});

/** Newest first: by sequence number, or with times by these. */
function ledgerRows({
  services,
  id,
  query: { from, to },
}: AskedPage<LedgerQuery>): PagedList<NamedEntry, string> {
  const pages = services(LedgerPages);
  const isByTime = from !== undefined || to !== undefined;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return {
    name: isByTime ? `ledger of ${id} by time` : `ledger of ${id}`,
    read: async (before, limit) => {
      const entries = isByTime
        ? await pages.between(id, range, before, limit)
        : await pages.page(id, before === undefined ? undefined : BigInt(before), limit);
      const names = await services(OperatorNumbersRepository).namesOf(entries);
      return entries.map((entry, place) => ({ ...entry, actorName: names[place] ?? null }));
    },
    keyOf: ({ sequence }) => [sequence],
    parseKey: ([sequence = '']) => (SEQUENCE.test(sequence) ? sequence : undefined),
  };
}

export const balanceShow = reading({
  name: 'balance show',
  operationId: 'balance',
  summary: 'what an account has and can spend',
  permission: 'balance.read',
  route: 'GET accounts/:id/balance',
  of: 'account',
  shape: BALANCE_SHAPE,
  read: ({ services, id }) => services(BalanceService).of(id),
});
