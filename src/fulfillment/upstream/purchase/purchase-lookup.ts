import { Injectable } from '@nestjs/common';
import type { WaitingOrder } from '../../../orders/delivery/fulfillment-handler.js';
import type { SupplierVerdict } from '../supplier/supplier-answers.js';
import type { Supplier, SupplierAttempt } from '../supplier/supplier.entity.js';
import { AttemptInquiry, mayBeInTransit } from './attempt-inquiry.js';
import { PurchaseGenerations, type GenerationKey } from './purchase-generations.repository.js';
import type { Sealing } from './refused-attempt.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';

/** What a supplier says of a purchase. */
interface Seen<Answer> {
  /** Of the generation that the supplier knows, if it knows one. */
  readonly attempt: SupplierAttempt;
  readonly verdict: Answer;
}

/** Asks the supplier about one key. */
type Ask<Answer> = (attemptUuid: string) => Promise<Answer>;

type Placed = Pick<WaitingOrder, 'createdAt'>;

const UNCERTAIN = { kind: 'unknown', why: 'another process is at it' } as const;

/** For so long after a restore resellers are expected to place orders again that it has lost. */
const PLACED_AGAIN_MS = 7 * 24 * 3_600_000;

/** Looks a purchase up at its supplier before anything is sent. */
@Injectable()
export class PurchaseLookup {
  constructor(
    private readonly attempts: SupplierAttemptRepository,
    private readonly generations: PurchaseGenerations,
    private readonly inquiry: AttemptInquiry,
  ) {}

  /** True if no request for it was ever sent; false where a restore or a failover may have forgotten one. */
  async wasNeverSent(attempt: SupplierAttempt, order: Placed): Promise<boolean> {
    if (!isUnsent(attempt) || (await this.generations.mayLackSends(order.createdAt))) return false;
    return (await this.forgottenKeys(attempt, order)).length === 0;
  }

  /** @returns undefined if the supplier certainly never got it. @throws SupplierUnansweredError */
  async find(
    supplier: Supplier,
    attempt: SupplierAttempt,
    order: Placed,
  ): Promise<Seen<SupplierVerdict> | undefined> {
    const { attemptUuid } = attempt;
    if (isUnsent(attempt)) {
      const later = await this.forgottenKeys(attempt, order);
      if (later.length === 0) return undefined;
      if (await this.inquiry.knowsNone(supplier, [attempt, ...later])) return undefined;
    }
    const ask = (uuid: string) => this.inquiry.check(supplier, uuid);
    const verdict = await ask(attemptUuid);
    if (verdict.kind !== 'unseen') return { attempt, verdict };
    const later = await this.forgottenKeys(attempt, order);
    if (later.length === 0 || (await this.inquiry.knowsNone(supplier, later)))
      return { attempt, verdict };
    return (await this.underOneOf(later, attempt, ask)) ?? { attempt, verdict };
  }

  /** True while a request that a restore has forgotten may still arrive. */
  async mayLostOneArrive(): Promise<boolean> {
    return mayBeInTransit({ sentAt: await this.generations.restoredAt() });
  }

  /**
   * Seals the key of a purchase, and those under which a restore may have forgotten that it was made again, up to one that
   * the supplier knows. A supplier that cannot seal is asked for them.
   * @throws SupplierUnansweredError
   */
  async seal(supplier: Supplier, attempt: SupplierAttempt, order: Placed): Promise<Seen<Sealing>> {
    const verdict = await this.inquiry.sealOrCheck(supplier, attempt.attemptUuid);
    const canSeal = verdict.kind === 'sealed';
    if (!canSeal && verdict.kind !== 'unseen') return { attempt, verdict };
    const ask = (uuid: string): Promise<Sealing> =>
      canSeal ? this.inquiry.seal(supplier, uuid) : this.inquiry.check(supplier, uuid);
    const later = await this.forgottenKeys(attempt, order);
    return (await this.underOneOf(later, attempt, ask)) ?? { attempt, verdict };
  }

  /**
   * The later keys of a purchase, if a restore may have forgotten that it was made again. An order that was placed soon after
   * the restore may be a lost one that is placed again, however late its supplier is asked; a later one costs no look-up.
   */
  private async forgottenKeys(
    attempt: SupplierAttempt,
    { createdAt }: Placed,
  ): Promise<GenerationKey[]> {
    const restoredAt = await this.generations.restoredAt();
    if (restoredAt === null) return [];
    const mayBeForgotten = createdAt.getTime() - restoredAt.getTime() <= PLACED_AGAIN_MS;
    return mayBeForgotten ? this.generations.laterKeys(attempt) : [];
  }

  /** The generation that is found takes the place of the attempt. */
  private async underOneOf<Answer extends Sealing>(
    keys: readonly GenerationKey[],
    attempt: SupplierAttempt,
    ask: Ask<Answer>,
  ): Promise<Seen<Answer | typeof UNCERTAIN> | undefined> {
    for (const { generation, attemptUuid } of keys) {
      const verdict = await ask(attemptUuid);
      if (verdict.kind === 'unknown') return { attempt, verdict };
      if (verdict.kind === 'unseen' || verdict.kind === 'sealed') continue;
      const found = { generation, sends: 1, why: 'made again', actor: 'shop' } as const;
      await this.generations.replace(attempt, found);
      const present = await this.attempts.findOrCreate(attempt);
      if (present.attemptUuid === attemptUuid) return { attempt: present, verdict };
      return { attempt, verdict: UNCERTAIN };
    }
    return undefined;
  }
}

/** An earlier release counted no send for an order that a look-up had found. */
function isUnsent({ sends, generation, supplierOrderId }: SupplierAttempt): boolean {
  return sends === 0 && generation === 0 && supplierOrderId === null;
}
