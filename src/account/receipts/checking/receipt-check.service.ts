import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { EventReader } from '../../events/event-reader.repository.js';
import { LedgerReader } from '../../ledger/ledger-reader.repository.js';
import { ReceiptHistoryRepository } from '../receipt-history.repository.js';
import { signatureOf } from '../signature-state.js';
import { SigningKeys } from '../signing-keys.service.js';
import { ChainFindings, type CheckedCheckpoint, type KnownLinks } from './chain-findings.js';
import type { FileLink } from './file-links.js';
import { itemsOf, type FileCheckpoint } from './receipt-file.js';
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
      const { accountId, chains, signed } = await this.read(manager, lines);
      const checkpoints = await this.checkpoints(manager, signed);
      const contradicted = new Set<SignedHistory>();
      for (const part of PARTS) {
        const numbers = checkpoints.map((one) => one[part][0]);
        const known = await this.known(manager, part, accountId, numbers);
        for (const history of chains[part].end(part, checkpoints, known)) contradicted.add(history);
      }
      const ends = await this.history.heads(manager, accountId);
      const { entry: entries, event: events } = chains;
      const isForeign = ({ state }: CheckedCheckpoint) =>
        state === 'unknown-key' || state === 'wrong';
      const verdict = receiptVerdict({
        isOurs: ends !== undefined && !checkpoints.some(isForeign),
        isAltered: Math.min(entries.altered, events.altered) < Infinity,
        differs: Math.min(entries.differs, events.differs) < Infinity,
        contradicted,
      });
      const { entrySequence: entriesInShop = '0', eventNumber: eventsInShop = '0' } = ends ?? {};
      const inShop = { entriesInShop, eventsInShop };
      return {
        verdict,
        accountId,
        entries,
        events,
        ...inShop,
        checkpoints,
        ...placeOf(verdict, chains),
      };
    });
  }

  private async read(manager: EntityManager, lines: AsyncIterable<string> | Iterable<string>) {
    const chains = { entry: new ChainFindings(), event: new ChainFindings() };
    const signed = new Map<string, FileCheckpoint>();
    let accountId = 0;
    for await (const items of itemsOf(lines)) {
      accountId = items[0]?.accountId ?? accountId;
      const links = items.filter((item) => 'part' in item);
      for (const part of PARTS) {
        const some = links.filter((link) => link.part === part);
        const numbers = some.map(({ number }) => number);
        const known = await this.known(manager, part, accountId, numbers);
        for (const link of some) chains[part].follow(link, known);
      }
      for (const one of items) if ('lineage' in one) signed.set(JSON.stringify(one), one);
    }
    return { accountId, chains, signed: [...signed.values()] };
  }

  /** What the database has under some numbers. */
  private async known(
    manager: EntityManager,
    part: FileLink['part'],
    accountId: number,
    numbers: readonly number[],
  ): Promise<KnownLinks> {
    if (numbers.length === 0) return new Map();
    if (part === 'event') {
      const events = await this.events.ownEvents(manager, accountId, numbers);
      return new Map(events.map((one) => [Number(one.number), { hash: one.hash.toString('hex') }]));
    }
    const entries = await this.entries.numbered(manager, accountId, numbers);
    const hashed = entries.map((entry) => ({ hash: entry.entryHash.toString('hex'), entry }));
    return new Map(hashed.map((one) => [Number(one.entry.sequence), one]));
  }

  private async checkpoints(
    manager: EntityManager,
    signed: readonly FileCheckpoint[],
  ): Promise<CheckedCheckpoint[]> {
    const keys = await this.keys.list();
    const { lineage: present } = await this.history.state(manager);
    const breaks = await this.history.breaks();
    const left = new Set(breaks.map((one) => (JSON.parse(one.signed) as string[])[1]));
    return signed.map((one) => ({
      ...{ ...one, state: signatureOf(one, keys) },
      history: one.lineage === present ? 'present' : left.has(one.lineage) ? 'left' : 'unknown',
    }));
  }
}

/** The first entry or event that is wrong, as the verdict means it. */
function placeOf(
  verdict: ReceiptVerdict,
  chains: Chains,
): Pick<CheckedReceipts, 'part' | 'number'> {
  const wrong = verdict === 'altered-in-file' ? 'altered' : 'differs';
  const part = chains.entry[wrong] < Infinity ? 'entry' : 'event';
  return { part, number: chains[part][wrong] };
}
