import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { UpkeepModule } from '../upkeep.module.js';
import { SentinelRound } from './sentinel-round.service.js';
import { SentinelGauges } from './sentinel.gauges.js';
import { Sentinel } from './sentinel.service.js';

/** The sentinel, which runs in the server only. */
@Module({
  imports: [AccountModule, UpkeepModule],
  providers: [Sentinel, SentinelRound, SentinelGauges],
})
export class SentinelModule {}
