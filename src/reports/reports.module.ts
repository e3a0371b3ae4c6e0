import { Module } from '@nestjs/common';
import { Attention } from './attention.service.js';
import { AttentionRepository } from './attention.repository.js';
import { HoldingsRepository } from './holdings.repository.js';
import { Reports } from './reports.service.js';
import { SalesRepository } from './sales.repository.js';

/** Reports for the operator. */
@Module({
  providers: [Attention, AttentionRepository, HoldingsRepository, Reports, SalesRepository],
  exports: [Attention, Reports],
})
export class ReportsModule {}
