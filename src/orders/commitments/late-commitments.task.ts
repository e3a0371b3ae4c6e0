import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { DeliveredCodes } from '../delivered-codes.js';
import type { OrderRef } from '../order.entity.js';
import { CodeCommitments, committedCount } from '../code-commitments.js';
import { UncommittedCodes } from './uncommitted-codes.repository.js';

const INTERVAL_MS = 5_000;
/** A round begins no further order after so long. */
const ROUND_MS = 300;
const ORDERS_PER_READ = 50;

/** Commits orders to codes that a server of the release before has delivered: the event of these is of the type `late`. */
@Injectable()
export class LateCommitments extends PeriodicService {
  constructor(
    private readonly database: Database,
    private readonly uncommitted: UncommittedCodes,
    private readonly codes: DeliveredCodes,
    private readonly commitments: CodeCommitments,
    private readonly box: SecretBox,
  ) {
    super(
      INTERVAL_MS,
      'an order could not be committed to its codes; it is tried again in a minute',
    );
  }

  /** Each order is a transaction of its own. Without a secret key, codes cannot be opened. */
  async run(): Promise<void> {
    const end = performance.now() + ROUND_MS;
    const isOver = (): boolean => this.isStopping || performance.now() >= end;
    let hasNext = this.box.hasKey;
    while (hasNext && !isOver()) {
      const due = await this.uncommitted.due(ORDERS_PER_READ);
      hasNext = false;
      for (const order of due) {
        if (!isOver() && (await this.commitOrPostpone(order))) hasNext = true;
      }
    }
  }

  /** @returns false for an order that stays due, since it is locked. */
  private async commitOrPostpone(order: OrderRef): Promise<boolean> {
    try {
      return await this.commit(order);
    } catch (error) {
      // A missing key is told by doctor, and by whatever opens codes.
      const isUnreadable = error instanceof SecretUnreadableError;
      if (!isUnreadable) this.failed(error);
      await this.uncommitted.postpone(order, isUnreadable ? '1 hour' : '1 minute');
      return true;
    }
  }

  /** The row of the order is locked before that of the account, as whoever closes it does. */
  private commit(ref: OrderRef): Promise<boolean> {
    const { accountId } = ref;
    return this.database.transaction(
      async (manager) => {
        const order = await this.uncommitted.lock(manager, ref);
        if (!order) return false;
        const opened = this.codes.tryDecrypt(order);
        if ('error' in opened) throw opened.error;
        // Those of an erased order are empty texts.
        const deliveredCodes = order.erasedAt ? null : opened.order.deliveredCodes;
        if ((deliveredCodes?.length ?? 0) > committedCount(order.codeCommitments)) {
          const columns = this.commitments.columnsFor(order, deliveredCodes);
          await this.uncommitted.commit(manager, ref, columns);
        }
        await this.uncommitted.settle(manager, ref);
        return true;
      },
      { queue: { accountId } },
    );
  }
}
