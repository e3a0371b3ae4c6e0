import { Module } from '@nestjs/common';
import { UpkeepModule } from '../upkeep.module.js';
import { NightlyBackupGauge } from './nightly-backup.gauge.js';
import { NightlyTask } from './nightly-task.js';

/** The nightly backups, which the server makes. */
@Module({ imports: [UpkeepModule], providers: [NightlyBackupGauge, NightlyTask] })
export class NightlyModule {}
