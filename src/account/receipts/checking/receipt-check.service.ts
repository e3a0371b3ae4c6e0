import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { eventFault, NO_EVENTS } from '../../events/event-chain.js';
import { EventReader } from '../../events/event-reader.repository.js';
import { entryFault, headOf, NO_ENTRIES } from '../../ledger/ledger-chain.js';
import { LedgerReader } from '../../ledger/ledger-reader.repository.js';
import { ReceiptHistoryRepository } from '../receipt-history.repository.js';
import { signatureOf } from '../signature-state.js';
import { SigningKeys } from '../signing-keys.service.js';
import {
  ChainFindings,
  type CheckedCheckpoint,
  type StoredLink,
  type StoredLinks,
} from './chain-findings.js';
import type { FileLink } from './file-links.js';
import { itemsOf, type FileCheckpoint, type FileItem } from './receipt-file.js';
import { receiptVerdict, type ReceiptVerdict, type SignedHistory } from './receipt-verdict.js';

export interface CheckedReceipts {
  readonly verdict: ReceiptVerdict;
  /** The first entry or event that is not as it should be; its number is infinite if there is none. */
  readonly part: FileLink['part'];
  readonly number: number;
  readonly accountId: number;
  readonly entries: ChainFindings;
  readonly events: ChainFindings;
  readonly entriesInShop: string;
  readonly eventsInShop: string;
  readonly checkpoints: readonly CheckedCheckpoint[];
}

const PARTS = ['entry', 'event'] as const;
const WRONG: Partial<Record<ReceiptVerdict, 'altered' | 'changed'>> = {
  'altered-in-file': 'altered',
  'altered-in-database': 'changed',
};
type Chains = Readonly<Record<FileLink['part'], ChainFindings>>;

/** Says of a file that a reseller has saved whether it agrees with the database. */
@Injectable()
export class ReceiptCheck {
  constructor(
    private readonly database: Database,
    private readonly entries: LedgerReader,
    private readonly events: EventReader,
    private readonly keys: SigningKeys,
    private readonly history: ReceiptHistoryRepository,
  ) {}

  /** Reads one snapshot of the database. @throws OperatorError for a file that is none of the answers of a shop */
  check(lines: AsyncIterable<string> | Iterable<string>): Promise<CheckedReceipts> {
    return this.database.snapshot(async (manager) => {
      const { accountId, chains, checkpoints } = await this.read(manager, lines);
      const against = PARTS.flatMap((part) => chains[part].end(part, checkpoints));
      const ends = await this.history.heads(manager, accountId);
      const { entry: entries, event: events } = chains;
      const isForeign = ({ state }: CheckedCheckpoint) =>
        state === 'unknown-key' || state === 'wrong';
      const verdict = receiptVerdict({
        isOurs: ends !== undefined && !checkpoints.some(isForeign),
        isChanged: Math.min(entries.changed, events.changed) < Infinity,
        isAltered: Math.min(entries.altered, events.altered) < Infinity,
        differs: Math.min(entries.differs, events.differs) < Infinity,
        contradicted: new Set(against),
      });
      const { entrySequence: entriesInShop = '0', eventNumber: eventsInShop = '0' } = ends ?? {};
      const inShop = { entriesInShop, eventsInShop };
      const place = placeOf(verdict, chains);
      return { verdict, accountId, entries, events, ...inShop, checkpoints, ...place };
    });
  }

  private async read(manager: EntityManager, lines: AsyncIterable<string> | Iterable<string>) {
    const chains = { entry: new ChainFindings(), event: new ChainFindings() };
    const checkpoints = new Map<string, CheckedCheckpoint>();
    const worthOf = await this.worth(manager);
    let accountId = 0;
    for await (const items of itemsOf(lines)) {
      accountId = items[0]?.accountId ?? accountId;
      const entries = await this.storedEntries(manager, accountId, numbersOf(items, 'entry'));
      const events = await this.storedEvents(manager, accountId, numbersOf(items, 'event'));
      for (const item of items) {
        if ('part' in item) {
          chains[item.part].follow(item, item.part === 'entry' ? entries : events);
          continue;
        }
        const agrees = {
          entry: chains.entry.agrees(item.entry, entries),
          event: chains.event.agrees(item.event, events),
        };
        checkpoints.set(JSON.stringify(item), { ...item, ...worthOf(item), agrees });
      }
    }
    return { accountId, chains, checkpoints: [...checkpoints.values()] };
  }

  private async storedEntries(manager: EntityManager, accountId: number, numbers: number[]) {
    const rows = await this.entries.numbered(manager, accountId, numbers);
    const byNumber = new Map(rows.map((row) => [Number(row.sequence), row]));
    return storedLinks(byNumber, (entry, before) => ({
      hash: entry.entryHash.toString('hex'),
      entry,
      isWrong: entryFault(before ? headOf(before) : NO_ENTRIES, entry) !== undefined,
    }));
  }

  private async storedEvents(manager: EntityManager, accountId: number, numbers: number[]) {
    const rows = await this.events.ownEvents(manager, accountId, numbers);
    const byNumber = new Map(rows.map((row) => [Number(row.number), row]));
    return storedLinks(byNumber, (event, before) => ({
      hash: event.hash.toString('hex'),
      isWrong: eventFault(before ?? NO_EVENTS, event) !== undefined,
    }));
  }

  /** What a checkpoint is worth. */
  private async worth(manager: EntityManager) {
    const keys = await this.keys.list(manager);
    const { lineage: present } = await this.history.state(manager);
    const breaks = await this.history.breaks(manager);
    const left = new Set(breaks.map((one) => (JSON.parse(one.signed) as string[])[1]));
    const historyOf = (lineage: string): SignedHistory =>
      lineage === present ? 'present' : left.has(lineage) ? 'left' : 'unknown';
    return (one: FileCheckpoint) => ({
      state: signatureOf(one, keys),
      history: historyOf(one.lineage),
    });
  }
}

function storedLinks<Row>(
  rows: ReadonlyMap<number, Row>,
  linkOf: (row: Row, before: Row | undefined) => StoredLink,
): StoredLinks {
  return new Map([...rows].map(([number, row]) => [number, linkOf(row, rows.get(number - 1))]));
}

/** The numbers of one chain, and those before them, by which they are verified. */
function numbersOf(items: readonly FileItem[], part: FileLink['part']): number[] {
  const numbers = items.flatMap((item) => {
    if ('part' in item) return item.part === part ? [item.number] : [];
    return [item[part][0]];
  });
  return [...new Set(numbers.flatMap((number) => [number, number - 1]))];
}

/** The first entry or event that is wrong, as the verdict means it. */
function placeOf(
  verdict: ReceiptVerdict,
  chains: Chains,
): Pick<CheckedReceipts, 'part' | 'number'> {
  const wrong = WRONG[verdict] ?? 'differs';
  const part = chains.entry[wrong] < Infinity ? 'entry' : 'event';
  return { part, number: chains[part][wrong] };
}
