import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../common/fair-queue.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import type { Caller } from '../access/caller.js';
import { refusalFile, refusalPage } from './refusal-lists.js';
import type { RefusalPageDto, RefusalQuery } from './refusals.dto.js';

/** Answers operators with the journal of refused orders. */
@Injectable()
export class RefusalListing {
  /** Parts of files are read one after the other, by operator in turn; the other connections are left to orders. */
  private readonly turns = new FairQueue<number>({ maxConcurrent: 1, maxPerTurn: 1 });

  constructor(private readonly refusals: OrderRefusals) {}

  page(query: RefusalQuery): Promise<RefusalPageDto> {
    return refusalPage(this.refusals, query);
  }

  file(query: RefusalQuery, caller: Caller): StreamedAnswer {
    return refusalFile(this.refusals, query, this.turns, caller);
  }
}
