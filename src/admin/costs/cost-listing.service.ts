import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../common/fair-queue.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import type { Caller } from '../access/caller.js';
import { costFile, costPage } from './cost-lists.js';
import type { CostQuery, ProductCostPageDto } from './costs.dto.js';

/** Answers operators with the costs of products. */
@Injectable()
export class CostListing {
  /** Parts of files are read one after the other, by operator in turn; the other connections are left to orders. */
  private readonly turns = new FairQueue<number>({ maxConcurrent: 1, maxPerTurn: 1 });

  constructor(private readonly costs: ProductCosts) {}

  page(query: CostQuery): Promise<ProductCostPageDto> {
    return costPage(this.costs, query);
  }

  file(query: CostQuery, caller: Caller): StreamedAnswer {
    return costFile(this.costs, query, this.turns, caller);
  }
}
