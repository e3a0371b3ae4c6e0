import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { NightlyStateRepository } from './nightly-state.repository.js';

/** The metric `souk_backup_last_timestamp_seconds`, read when it is scraped. */
@Injectable()
export class NightlyBackupGauge {
  constructor(
    registry: Registry,
    state: NightlyStateRepository,
    @Inject(CONFIG) { backupDir, BACKUP_DIR }: Pick<SoukConfig, 'backupDir' | 'BACKUP_DIR'>,
  ) {
    const last = new Gauge({
      name: 'souk_backup_last_timestamp_seconds',
      help: 'When the last good nightly backup was made, before the first one the database; missing while none are made.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        // While the database is away, it stays as it is.
        const read = BACKUP_DIR === 'off' ? undefined : await state.read().catch(() => undefined);
        // Something else than a server may make them, such as a job of the cluster.
        const isMade = backupDir !== undefined || (read?.beganAt ?? null) !== null;
        if (read && isMade) this.set((read.good?.at ?? read.endedAt).getTime() / 1000);
      },
    });
    // Else it would be 0 where there is none.
    last.remove();
  }
}
