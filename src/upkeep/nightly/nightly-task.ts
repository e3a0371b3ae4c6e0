import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { NightlyBackup } from './nightly-backup.service.js';

const CHECK_INTERVAL_MS = 30_000;

/** Looks whether a backup is due. */
@Injectable()
export class NightlyTask extends PeriodicService {
  private readonly stopping = new AbortController();

  constructor(private readonly nightly: NightlyBackup) {
    super(CHECK_INTERVAL_MS, 'the nightly backup could not be looked for');
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    return super.beforeApplicationShutdown();
  }

  run(): Promise<void> {
    return this.nightly.run(this.stopping.signal);
  }
}
