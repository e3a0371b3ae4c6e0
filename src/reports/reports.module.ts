import { Module } from '@nestjs/common';
import { HoldingsRepository } from './holdings.repository.js';
import { Reports } from './reports.service.js';
import { SalesRepository } from './sales.repository.js';

/** Reports for the operator. */
@Module({
  providers: [HoldingsRepository, Reports, SalesRepository],
  exports: [Reports],
})
export class ReportsModule {}
