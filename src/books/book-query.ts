import { itemId } from '../catalog/wire/item-id.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { isSwitchedOn, oneOf, parsed, someOf } from '../common/http/parameters/parsed-parameter.js';
import type { Position, TimeRange } from '../common/paging.js';
import { ORDER_STATUSES, type OrderStatus } from '../orders/rules/order-status.js';
import { positionOf, type Book } from './cursor.js';
import { utcTime } from './utc-time.js';

export const FORMATS = ['json', 'csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

export const MAX_ITEMS = 500;
export const USUAL_ITEMS = 100;
/** Items of one part of a file: their text is small enough to be garbage soon after it was sent. */
const ITEMS_OF_PART = 100;
const LIMIT = /^[1-9][0-9]{0,2}$/;

/** What both lists are asked for. */
export interface BookQuery {
  readonly format: Format;
  /** Items of one JSON page, or of one part of a file. */
  readonly limit: number;
  readonly range: TimeRange;
  /** Undefined for the newest items. */
  readonly after: Position | undefined;
  readonly hasReceipts: boolean;
}

/** @throws BadParameterError (114) */
export function bookQuery(book: Book, parameters: FlatParameters): BookQuery {
  const format = parsed(parameters, 'format', (text) => oneOf(FORMATS, text), FORMATS.join(' or '));
  const [from, to] = ['from', 'to'].map((name) => parsed(parameters, name, utcTime, A_TIME));
  return {
    format: format ?? 'json',
    limit: (format ?? 'json') === 'json' ? limitOf(parameters) : ITEMS_OF_PART,
    range: { from, to },
    after: parsed(parameters, 'cursor', (text) => positionOf(book, text), A_CURSOR),
    hasReceipts: isSwitchedOn(parameters, 'receipts'),
  };
}

/** What the list of orders can be asked for besides. */
export interface OrdersQuery {
  /** Orders in any of these states. */
  readonly statuses: readonly OrderStatus[] | undefined;
  readonly productId: number | undefined;
  /** When they were decided; orders that wait were not. */
  readonly decided: TimeRange;
}

/** @throws BadParameterError (114) */
export function ordersQuery(parameters: FlatParameters): OrdersQuery {
  const time = (name: string) => parsed(parameters, name, utcTime, A_TIME);
  return {
    statuses: parsed(
      parameters,
      'status',
      (text) => someOf(ORDER_STATUSES, text),
      ORDER_STATUSES.join(', '),
    ),
    productId: parsed(parameters, 'product_id', itemId, 'the id of a product'),
    decided: { from: time('decided_from'), to: time('decided_to') },
  };
}

const A_TIME = 'a time in UTC such as 2026-01-31T18:00:00Z';
const A_CURSOR = 'the next of the page before, of the same account';

function limitOf(parameters: FlatParameters): number {
  const limit = parsed(parameters, 'limit', itemCount, `a number from 1 to ${MAX_ITEMS}`);
  return limit ?? USUAL_ITEMS;
}

function itemCount(text: string): number | undefined {
  return LIMIT.test(text) && Number(text) <= MAX_ITEMS ? Number(text) : undefined;
}
