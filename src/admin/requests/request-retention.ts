import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { AdminRequestsRepository } from './admin-requests.repository.js';

/** How long a key is remembered, at least. */
export const KEPT_HOURS = 48;
const INTERVAL_MS = 600_000;

/** Deletes requests whose keys need not be remembered any more. */
@Injectable()
export class RequestRetention extends PeriodicService {
  constructor(private readonly requests: AdminRequestsRepository) {
    super(INTERVAL_MS, 'old requests could not be deleted');
  }

  /** In steps, so that no statement holds many locks. */
  async run(): Promise<void> {
    while (await this.requests.deleteOld(KEPT_HOURS));
  }
}
