import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { ItemRecordRepository } from './item-record.repository.js';

const INTERVAL_MS = 3_600_000;

/** Deletes old values from the record, in small steps. */
@Injectable()
export class RecordRetention extends PeriodicService {
  constructor(private readonly record: ItemRecordRepository) {
    super(INTERVAL_MS, 'old values could not be deleted');
  }

  async run(): Promise<void> {
    while (!this.isStopping && (await this.record.deleteSome()) > 0);
  }
}
