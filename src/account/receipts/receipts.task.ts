import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { PublishedReceipts } from './published-receipts.service.js';
import { ReceiptHistory } from './receipt-history.service.js';
import { SigningKeys } from './signing-keys.service.js';
import { Witnesses } from './witness.service.js';

const INTERVAL_MS = 10_000;

/** Notices another lineage of the database, and makes the witness of each day. */
@Injectable()
export class ReceiptsTask extends PeriodicService {
  protected override readonly inEachWorker = true;
  constructor(
    private readonly keys: SigningKeys,
    private readonly history: ReceiptHistory,
    private readonly witnesses: Witnesses,
    private readonly published: PublishedReceipts,
  ) {
    super(INTERVAL_MS, 'what is signed for resellers could not be looked after');
  }

  async run(): Promise<void> {
    if (this.keys.canSign) {
      await this.history.follow();
      await this.witnesses.makeIfDue();
    }
    await this.published.keys();
  }
}
