import { Injectable } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { ShopOrders } from '../../orders/history/shop-orders.repository.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from '../http/list-files.js';
import { orderPage, ORDERS_FILE } from './order-lists.js';
import type { OrderPageDto, OrderQuery } from './orders.dto.js';

/** Answers operators with the orders of the shop. */
@Injectable()
export class OrderListing {
  constructor(
    private readonly orders: ShopOrders,
    private readonly files: ListFiles,
  ) {}

  page(query: OrderQuery, showsValues: boolean): Promise<OrderPageDto> {
    return orderPage(this.orders, query, showsValues);
  }

  /** The same, or all of them as a file. */
  answer(query: OrderQuery, caller: Caller): Promise<OrderPageDto> | StreamedAnswer {
    return this.files.answer(ORDERS_FILE, query, caller, (part, reader) =>
      this.page(part, reader.may('orders.values')),
    );
  }
}
