import { Injectable } from '@nestjs/common';
import { BatchedReads } from '../../database/batched-reads.js';
import { Database } from '../../database/database.js';
import { headsOf, LINEAGE, NOW, type ChainHeads } from './heads.sql.js';
import { ReceiptHistory } from './receipt-history.service.js';
import { signedText, type SignedText } from './signed-text.js';
import { SigningKeys } from './signing-keys.service.js';

interface HeadRow extends ChainHeads {
  readonly time: string;
  readonly lineage: string;
  /** Null without a key, or as long as nothing was signed in the present lineage. */
  readonly key: string | null;
}

/** Signs for resellers how far their events and their ledger have come. */
@Injectable()
export class Checkpoints {
  private readonly reads = new BatchedReads<number, HeadRow | undefined>(
    (accountIds) => this.read(accountIds),
    (accountId) => accountId,
  );

  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly history: ReceiptHistory,
  ) {}

  /**
   * Of both chains as they are after the call, so it covers whatever was read before. Null if the shop cannot sign: it has no
   * SECRET_KEYS, or other ones than its key needs.
   */
  async of(accountId: number): Promise<SignedText | null> {
    if (!this.keys.canSign) return null;
    const head = await this.head(accountId);
    const key = head?.key ? await this.keys.current(head.key) : undefined;
    if (!head || !key) return null;
    const { eventNumber, eventHash, entrySequence, entryHash, time, lineage } = head;
    const chains = [eventNumber, eventHash, entrySequence, entryHash];
    const text = signedText(key, [
      'souk checkpoint 1',
      String(accountId),
      ...chains,
      time,
      lineage,
    ]);
    this.history.served.note(text.signed);
    return text;
  }

  /** As a member of an answer, if its request asks for receipts. */
  async ifAsked(
    accountId: number,
    isAsked: boolean,
  ): Promise<{ readonly checkpoint?: SignedText | null }> {
    return isAsked ? { checkpoint: await this.of(accountId) } : {};
  }

  private async head(accountId: number): Promise<HeadRow | undefined> {
    const head = await this.reads.ask(accountId);
    if (head?.key !== null) return head;
    await this.history.begin();
    return this.reads.ask(accountId);
  }

  private async read(accountIds: readonly number[]): Promise<(HeadRow | undefined)[]> {
    const rows = await this.database.manager.query<HeadRow[]>(CHECKPOINTS, [accountIds]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return accountIds.map((id) => byId.get(id));
  }
}

/** The time is not before that of any event or entry that is in it. */
const CHECKPOINTS = `
  WITH present AS MATERIALIZED (
    SELECT ${LINEAGE} AS lineage, ${NOW} AS time, (
      SELECT fingerprint FROM signing_keys, receipts_state
      WHERE retired_at IS NULL AND lineage = ${LINEAGE}) AS key
  )
  SELECT heads.*, present.* FROM present, (${headsOf('SELECT unnest($1::integer[]) AS id')}) heads`;
