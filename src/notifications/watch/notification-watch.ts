import { Inject, Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { NotificationRound } from './notification-round.service.js';

/** Shorter than a round, so that rounds follow each other without a gap, whichever server begins one. */
const CHECK_INTERVAL_MS = 15_000;

/** Begins a round when it is time. Of several servers, one does each. */
@Injectable()
export class NotificationWatch extends PeriodicService {
  constructor(
    private readonly round: NotificationRound,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'no notifications could be looked for', runsJobs);
  }

  run(): Promise<boolean> {
    return this.round.run();
  }
}
