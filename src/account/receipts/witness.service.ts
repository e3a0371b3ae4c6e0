import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BadParameterError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { leafHash, levelAbove, HASH_BYTES, pathPlaces } from './merkle-tree.js';
import { ReceiptHistory } from './receipt-history.service.js';
import { ReceiptHistoryRepository, type ReceiptState } from './receipt-history.repository.js';
import { signedText, type SignedText } from './signed-text.js';
import { SigningKeys } from './signing-keys.service.js';
import { WitnessRepository, type Witness, type WitnessTree } from './witness.repository.js';
import type { ChainHeads } from './heads.sql.js';

/** That an account is among those of a witness. */
export interface WitnessProof {
  readonly day: string;
  readonly leaf: readonly string[];
  readonly index: number;
  readonly path: readonly string[];
  readonly witness: SignedText;
}

/** So that the hashes of one part do not block the event loop. */
const ACCOUNTS_PER_READ = 500;
const BYTES_AT_ONCE = 2_048 * HASH_BYTES;

/** Signs once a day how far the chains of all accounts have come, so that no two of them can be told different stories. */
@Injectable()
export class Witnesses {
  constructor(
    private readonly database: Database,
    private readonly witnesses: WitnessRepository,
    private readonly history: ReceiptHistory,
    private readonly states: ReceiptHistoryRepository,
    private readonly keys: SigningKeys,
  ) {}

  /** Makes that of the present day, unless there is one, or nothing to be signed. */
  async makeIfDue(): Promise<void> {
    if (!(await this.witnesses.isDue())) return;
    // Before its time is read: a key must have been in use at the time of what it has signed.
    await this.history.begin();
    const key = await this.keys.current();
    if (!key) return;
    const [{ accountIds, eventNumbers, entrySequences, hashes }, state] =
      await this.database.snapshot(async (manager) => {
        const now = await this.states.state(manager);
        return [await this.leaves(manager), now] as const;
      });
    const { all, root } = await treeOf(hashes);
    const text = signedText(key, textsOf(state, accountIds.length, root));
    const day = state.now.slice(0, 10);
    await this.witnesses.add(
      { day, ...text },
      { accountIds, eventNumbers, entrySequences, hashes: all },
    );
    this.history.served.noteTime(state.lineage, state.now);
  }

  /** Newest first. */
  list(): Promise<Witness[]> {
    return this.witnesses.list();
  }

  /** @throws BadParameterError (114) if there is no proof for the account */
  async proof(accountId: number, witness: Witness | undefined): Promise<WitnessProof> {
    if (!witness) throw new BadParameterError('There is no witness yet: ask again later');
    const heads = await this.witnesses.headsOf(witness.day, accountId);
    if (!heads) throw new BadParameterError(await this.whyNoProof(witness.day));
    const { signed, signature, key } = witness;
    const path = await this.witnesses.hashes(witness.day, pathPlaces(heads.index, heads.count));
    const leaf = leafOf(heads);
    return {
      day: witness.day,
      leaf,
      index: heads.index,
      path,
      witness: { signed, signature, key },
    };
  }

  private async whyNoProof(day: string): Promise<string> {
    return (await this.witnesses.hasTree(day))
      ? `This account had neither an order nor a ledger entry when the witness of ${day} was made: ask for a later one`
      : `Proofs of the witness of ${day} are not kept, as after a restore: ask for a later one`;
  }

  private async leaves(manager: EntityManager): Promise<WitnessTree> {
    const accountIds: number[] = [];
    const eventNumbers: string[] = [];
    const entrySequences: string[] = [];
    const hashes: Buffer[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const { heads, last }: Awaited<ReturnType<WitnessRepository['headsAfter']>> =
        await this.witnesses.headsAfter(manager, after, ACCOUNTS_PER_READ);
      for (const head of heads) {
        accountIds.push(head.id);
        eventNumbers.push(head.eventNumber);
        entrySequences.push(head.entrySequence);
      }
      // One piece for all of them, since each small buffer takes more than its bytes.
      hashes.push(Buffer.concat(heads.map((head) => leafHash(JSON.stringify(leafOf(head))))));
      after = last;
    }
    return { accountIds, eventNumbers, entrySequences, hashes: Buffer.concat(hashes) };
  }
}

/** That of the day, or the last one. @throws BadParameterError (114) for a day without one */
export function witnessOf(
  newestFirst: readonly Witness[],
  day: string | undefined,
): Witness | undefined {
  if (day === undefined) return newestFirst[0];
  const found = newestFirst.find((one) => one.day === day);
  if (found) return found;
  throw new BadParameterError(
    'Malformed parameter: day (a day such as 2026-01-31 that has a witness)',
  );
}

function leafOf({ id, eventNumber, eventHash, entrySequence, entryHash }: ChainHeads): string[] {
  return [String(id), eventNumber, eventHash, entrySequence, entryHash];
}

function textsOf({ now, lineage }: ReceiptState, count: number, root: Buffer): string[] {
  return ['souk witness 1', now.slice(0, 10), now, String(count), root.toString('hex'), lineage];
}

async function treeOf(leaves: Buffer): Promise<{ readonly all: Buffer; readonly root: Buffer }> {
  const levels = [leaves];
  let level = leaves;
  while (level.length > HASH_BYTES) {
    const parts: Buffer[] = [];
    for (let at = 0; at < level.length; at += BYTES_AT_ONCE) {
      parts.push(levelAbove(level.subarray(at, at + BYTES_AT_ONCE)));
      await turn();
    }
    level = Buffer.concat(parts);
    levels.push(level);
  }
  return { all: Buffer.concat(levels), root: level };
}
