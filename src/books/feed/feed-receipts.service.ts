import { Injectable } from '@nestjs/common';
import { EventReader, type OwnEvent } from '../../account/events/event-reader.repository.js';
import { SecretUnreadableError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { CodeCommitments, type CommittedTexts } from '../../orders/code-commitments.js';
import type { OrderChange } from '../../orders/history/order-changes.repository.js';
import { receiptShape, type ReceiptShape } from './feed-event-shape.js';

/** Reads by what the events of a page can be verified. */
@Injectable()
export class FeedReceipts {
  constructor(
    private readonly database: Database,
    private readonly events: EventReader,
    private readonly codes: CodeCommitments,
  ) {}

  /** By the numbers of the events. */
  async of(
    accountId: number,
    items: readonly OrderChange[],
  ): Promise<ReadonlyMap<number, ReceiptShape>> {
    const byNumber = new Map(items.map((item) => [String(item.number), item]));
    const numbers = items.map(({ number }) => number);
    const events = await this.events.ownEvents(this.database.manager, accountId, numbers);
    return new Map(
      events.map((event) => {
        const codes = this.provenCodes(byNumber.get(event.number), event);
        return [Number(event.number), receiptShape(event, codes)];
      }),
    );
  }

  private provenCodes(
    item: OrderChange | undefined,
    { commitments }: OwnEvent,
  ): CommittedTexts | undefined {
    if (!item?.deliveredCodes || commitments === null) return undefined;
    try {
      return this.codes.proofOf(item, item.deliveredCodes, commitments);
    } catch (error) {
      // The codes are readable and their salts are not: the event is told without what proves it.
      if (error instanceof SecretUnreadableError) return undefined;
      throw error;
    }
  }
}
