import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { OperatorModule } from '../operator.module.js';
import { SentinelRound } from './sentinel-round.service.js';
import { Sentinel } from './sentinel.service.js';

/** The sentinel, which runs in the server only. */
@Module({ imports: [AccountModule, OperatorModule], providers: [Sentinel, SentinelRound] })
export class SentinelModule {}
