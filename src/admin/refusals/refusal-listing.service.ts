import { Injectable } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { RefusalCauses } from '../../operator/refusals/refusal-causes.service.js';
import { SHORT_STOCK } from '../../operator/refusals/refusal-cause.js';
import { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from '../http/list-files.js';
import { refusalPage, refusalShape, REFUSALS_FILE } from './refusal-lists.js';
import type { RefusalDto, RefusalPageDto, RefusalQuery } from './refusals.dto.js';

/** Answers operators with refused orders, and with what is behind them now. */
@Injectable()
export class RefusalListing {
  constructor(
    private readonly refusals: OrderRefusals,
    private readonly causes: RefusalCauses,
    private readonly files: ListFiles,
  ) {}

  /** A page, or all of them as a file, which tells what has happened and not what holds now. */
  answer(query: RefusalQuery, caller: Caller): Promise<RefusalPageDto> | StreamedAnswer {
    const isFile = query.format === 'csv';
    return this.files.answer(REFUSALS_FILE, query, caller, (part, reader) =>
      refusalPage(this.refusals, part, (found) =>
        isFile
          ? Promise.resolve(found.map((one) => refusalShape(one, undefined)))
          : this.shapes(found, reader),
      ),
    );
  }

  /** Refusals as an operator may see them. */
  async shapes(refusals: readonly NotedRefusal[], caller: Caller): Promise<RefusalDto[]> {
    const causes = await this.causes.of(refusals.filter(({ code }) => mayKnow(caller, code)));
    return refusals.map((one) => refusalShape(one, causes.get(one.id)));
  }
}

/** True if the operator may read whatever is told of the cause of a refusal with this code. */
function mayKnow(caller: Caller, code: number): boolean {
  return code === SHORT_STOCK
    ? caller.may('stock.read') && caller.may('delivery.read')
    : caller.may('catalog.read');
}
