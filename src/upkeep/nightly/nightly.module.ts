import { Module } from '@nestjs/common';
import { ExtensionRecordsModule } from '../extensions/extension-records.module.js';
import { UpkeepModule } from '../upkeep.module.js';
import { NightlyBackup } from './nightly-backup.service.js';
import { NightlyTask } from './nightly-task.js';
import { TrialRestore } from './trial-restore.service.js';

/** The nightly backups, which the server makes. */
@Module({
  imports: [UpkeepModule, ExtensionRecordsModule],
  providers: [NightlyBackup, NightlyTask, TrialRestore],
})
export class NightlyModule {}
