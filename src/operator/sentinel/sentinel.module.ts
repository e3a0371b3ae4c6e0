import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { OperatorModule } from '../operator.module.js';
import { SentinelRound } from './sentinel-round.service.js';
import { Sentinel } from './sentinel.service.js';

/** The watch over the books; the server has one, the command line none. */
@Module({ imports: [AccountModule, OperatorModule], providers: [Sentinel, SentinelRound] })
export class SentinelModule {}
