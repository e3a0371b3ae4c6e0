import { Injectable } from '@nestjs/common';
import type { SupplierVerdict } from '../supplier/supplier-answers.js';
import type { Supplier, SupplierAttempt } from '../supplier/supplier.entity.js';
import { AttemptInquiry, mayBeInTransit } from './attempt-inquiry.js';
import { PurchaseGenerations } from './purchase-generations.repository.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';

/** What a supplier says of a purchase. */
interface Seen {
  /** Of the generation that the supplier knows, if it knows one. */
  readonly attempt: SupplierAttempt;
  readonly verdict: SupplierVerdict;
}

/** Looks a purchase up at its supplier before anything is sent. */
@Injectable()
export class PurchaseLookup {
  constructor(
    private readonly attempts: SupplierAttemptRepository,
    private readonly generations: PurchaseGenerations,
    private readonly inquiry: AttemptInquiry,
  ) {}

  /** @returns undefined if the supplier certainly never got it. @throws SupplierUnansweredError */
  async find(supplier: Supplier, attempt: SupplierAttempt): Promise<Seen | undefined> {
    let restored: boolean | undefined;
    const wasRestored = async () => (restored ??= (await this.generations.restoredAt()) !== null);
    const isNew = attempt.sends === 0 && attempt.generation === 0;
    if (isNew && !(await wasRestored())) return undefined;
    const verdict = await this.inquiry.check(supplier, attempt.attemptUuid);
    if (verdict.kind !== 'unseen') return { attempt, verdict };
    const later = (await wasRestored()) ? await this.later(supplier, attempt) : undefined;
    return later ?? { attempt, verdict };
  }

  /** True while a request that a restore has forgotten may still arrive. */
  async mayLostOneArrive(): Promise<boolean> {
    return mayBeInTransit({ sentAt: await this.generations.restoredAt() });
  }

  /** A restore forgets that a purchase was made again, so it is looked for under the keys above as well. */
  private async later(supplier: Supplier, attempt: SupplierAttempt): Promise<Seen | undefined> {
    const keys = await this.generations.laterKeys(attempt);
    const uuids = keys.map(({ attemptUuid }) => attemptUuid);
    if (await this.inquiry.knowsNone(supplier, uuids)) return undefined;
    for (const { generation, attemptUuid } of keys) {
      const verdict = await this.inquiry.check(supplier, attemptUuid);
      if (verdict.kind === 'unknown') return { attempt, verdict };
      if (verdict.kind === 'unseen') continue;
      const found = { generation, sends: 1, why: 'made again', actor: 'shop' } as const;
      await this.generations.replace(attempt, found);
      const present = await this.attempts.findOrCreate(attempt);
      if (present.attemptUuid === attemptUuid) return { attempt: present, verdict };
      return { attempt, verdict: { kind: 'unknown', why: 'another process is at it' } };
    }
    return undefined;
  }
}
