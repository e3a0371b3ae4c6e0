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
import { ChainFindings, type CheckedCheckpoint, type StoredLink } from './chain-findings.js';
import type { FileLink } from './file-links.js';
import { itemsOf, type FileCheckpoint, type FileItem } from './receipt-file.js';
import { receiptVerdict, type ReceiptVerdict } from './receipt-verdict.js';

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
const WRONG: Partial<Record<ReceiptVerdict, 'altered' | 'changed' | 'unsigned'>> = {
  'altered-in-file': 'altered',
  'altered-in-database': 'changed',
  unsigned: 'unsigned',
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
        isUnsigned: Math.min(entries.unsigned, events.unsigned) < Infinity,
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
      const stored = await this.stored(manager, accountId, items);
      for (const item of items) {
        if ('part' in item) chains[item.part].follow(item, stored[item.part]);
        else {
          const entry = chains.entry.agrees(item.entry, stored.entry);
          const agrees = { entry, event: chains.event.agrees(item.event, stored.event) };
          checkpoints.set(JSON.stringify(item), { ...item, ...worthOf(item), agrees });
        }
      }
    }
    return { accountId, chains, checkpoints: [...checkpoints.values()] };
  }

  private async stored(manager: EntityManager, accountId: number, items: readonly FileItem[]) {
    const entries = await this.entries.numbered(manager, accountId, numbersOf(items, 'entry'));
    const events = await this.events.ownEvents(manager, accountId, numbersOf(items, 'event'));
    const storedEntries = entries.map((entry, at): [number, StoredLink] => {
      const before = entries[at - 1];
      const isWrong = entryFault(before ? headOf(before) : NO_ENTRIES, entry) !== undefined;
      return [Number(entry.sequence), { hash: entry.entryHash.toString('hex'), entry, isWrong }];
    });
    const storedEvents = events.map((event, at): [number, StoredLink] => {
      const isWrong = eventFault(events[at - 1] ?? NO_EVENTS, event) !== undefined;
      return [Number(event.number), { hash: event.hash.toString('hex'), isWrong }];
    });
    return { entry: new Map(storedEntries), event: new Map(storedEvents) };
  }

  /** What a checkpoint is worth. */
  private async worth(manager: EntityManager) {
    const keys = await this.keys.list(manager);
    const { lineage: present } = await this.history.state(manager);
    const breaks = await this.history.breaks(manager);
    const left = new Set(breaks.map((one) => (JSON.parse(one.signed) as string[])[1]));
    return (one: FileCheckpoint): Pick<CheckedCheckpoint, 'state' | 'history'> => ({
      state: signatureOf(one, keys),
      history: one.lineage === present ? 'present' : left.has(one.lineage) ? 'left' : 'unknown',
    });
  }
}

/** The numbers of one chain, and those before them, by which they are verified. */
function numbersOf(items: readonly FileItem[], part: FileLink['part']): number[] {
  const numbers = items.map((item) => {
    if ('part' in item) return item.part === part ? item.number : 0;
    return item[part][0];
  });
  return [...new Set(numbers.flatMap((number) => [number - 1, number]))];
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
