import { Module } from '@nestjs/common';
import { LateCommitments } from './commitments/late-commitments.task.js';
import { UncommittedCodes } from './commitments/uncommitted-codes.repository.js';
import { ErasureTask } from './erasure/erasure.task.js';
import { OrderMetrics } from './wire/order-metrics.js';
import { OrdersController } from './wire/orders.controller.js';
import { QuoteController } from './wire/quote.controller.js';
import { OrdersModule } from './orders.module.js';
import { RefusalJournal } from './refusals/refusal-journal.js';
import { RefusalMetrics } from './refusals/refusal-metrics.js';
import { RefusalRetention } from './refusals/refusal-retention.job.js';
import { SearchIndexTask } from './search/search-index.task.js';
import { SearchRetention } from './search/search-retention.task.js';
import { SearchValueRepository } from './search/search-value.repository.js';

/** The routes of this module, and what a server notes of their requests; commands need neither. */
@Module({
  imports: [OrdersModule],
  controllers: [OrdersController, QuoteController],
  providers: [
    ErasureTask,
    LateCommitments,
    OrderMetrics,
    RefusalJournal,
    RefusalMetrics,
    RefusalRetention,
    SearchIndexTask,
    SearchRetention,
    SearchValueRepository,
    UncommittedCodes,
  ],
  exports: [RefusalJournal],
})
export class OrdersRoutesModule {}
