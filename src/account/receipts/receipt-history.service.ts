import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../common/app-error.js';
import { sharedRead } from '../../common/shared-read.js';
import type { EntityManager } from 'typeorm';
import { ReceiptHistoryRepository, type ReceiptState } from './receipt-history.repository.js';
import { ServedCheckpoints } from './served-checkpoints.js';
import { signedText, type SignedText, type SigningKey } from './signed-text.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { SigningKeys } from './signing-keys.service.js';

/** Begins what is signed in a lineage of the database: by a key, and by a signed break after an earlier lineage. */
@Injectable()
export class ReceiptHistory {
  /** What this server has served, for the case that the database loses it. */
  readonly served = new ServedCheckpoints();

  /** Called when the shop has no key, or has signed nothing in the present lineage. */
  readonly begin = sharedRead(() => this.alone.alone((manager) => this.beginIn(manager)));

  constructor(
    private readonly history: ReceiptHistoryRepository,
    private readonly keys: SigningKeys,
    private readonly alone: SigningKeysRepository,
  ) {}

  /** Looks whether the database went on from an earlier state, and notes until when something was signed. */
  async follow(): Promise<void> {
    const state = await this.history.state();
    const { lineage, signedLineage } = state;
    const former = this.served.formerTo(lineage);
    if (former.length > 0) await this.history.noteLost(former);
    if (signedLineage !== '' && signedLineage !== lineage) await this.begin();
    this.served.keepOnly(lineage);
    const time = this.served.lastTimeIn(lineage);
    if (time !== '') await this.history.noteSignedLately(lineage, time);
  }

  /**
   * Writes why the history went on from an earlier state the last time, as the owner says, and signs that. Earlier breaks that
   * have no cause get the same one: nobody was there to explain them.
   * @returns the texts of the latest break
   */
  async explain(
    manager: EntityManager,
    cause: string,
  ): Promise<{ readonly before: string; readonly after: string }> {
    await this.alone.lock(manager);
    const breaks = await this.history.breaksToExplain(manager);
    const latest = breaks.at(-1);
    if (latest === undefined) throw new ConflictError(NO_BREAK);
    const key = await this.keys.currentOrNew(manager);
    if (!key) throw new ConflictError(NO_KEY);
    const explained = (signed: string): SignedText =>
      signedText(key, (JSON.parse(signed) as string[]).with(CAUSE_PLACE, cause));
    for (const { id, signed } of breaks) {
      await this.history.setCause(manager, id, cause, explained(signed));
    }
    return { before: latest.signed, after: explained(latest.signed).signed };
  }

  private async beginIn(manager: EntityManager): Promise<void> {
    const key = await this.keys.currentOrNew(manager);
    if (!key) return;
    const state = await this.history.state(manager);
    if (state.signedLineage === state.lineage) return;
    if (state.signedLineage !== '') await this.addBreak(manager, key, state);
    await this.history.noteSigned(manager, state);
  }

  private async addBreak(
    manager: EntityManager,
    key: SigningKey,
    { signedLineage, lineage, signedAt, now }: ReceiptState,
  ): Promise<void> {
    const servedAt = this.served.lastTimeIn(signedLineage);
    const known = servedAt > signedAt ? servedAt : signedAt;
    const texts = ['souk break 1', signedLineage, lineage, now, '', known, now];
    await this.history.addBreak(manager, signedLineage, signedText(key, texts));
  }
}

const NO_BREAK =
  'The history of this shop has not gone on from an earlier state, so there is nothing to explain.';
const NO_KEY =
  'The key that signs cannot be opened; put the SECRET_KEYS of the server into this shell.';

/** In the texts of a break. */
const CAUSE_PLACE = 4;
