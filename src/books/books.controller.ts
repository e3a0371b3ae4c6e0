import { CountedAs } from '../account/limits/limit-of-route.js';
import { InLane } from '../account/access/lanes/lane.js';
import { Controller, Get, Req, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { RECEIPTS_PARAMETER } from '../account/receipts/receipts.dto.js';
import { admissionOf } from '../account/access/admission.js';
import { NeedsScope } from '../account/access/needs-scope.js';
import type { PrincipalRequest } from '../account/access/token.guard.js';
import { ApiWireRoute, type WireParameter } from '../common/http/api-wire-route.decorator.js';
import type { WaitingAnswer } from '../common/http/server/waiting-answer.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { RequestParameters } from '../common/http/parameters/request-parameters.decorator.js';
import type { StreamedAnswer } from '../common/http/streamed/streamed-answer.js';
import { CLIENT_API } from '../common/http/wire.js';
import { ORDER_STATUSES } from '../orders/rules/order-status.js';
import { EVENT_TYPES } from '../account/events/event-hash.js';
import { FORMATS, MAX_ITEMS, USUAL_ITEMS } from './book-query.js';
import { FeedDto, OrdersPageDto, StatementPageDto } from './books.dto.js';
import { BooksService, type PageShape } from './books.service.js';
import { MAX_WAIT_SECONDS } from './feed/feed-query.js';
import { FeedService, type FeedRequest, type FeedShape } from './feed/feed.service.js';

const TAG = 'Books';

const BOOK_QUERY: readonly WireParameter[] = [
  {
    name: 'limit',
    type: 'integer',
    description: `Most items of a JSON page, 1 to ${MAX_ITEMS}; ${USUAL_ITEMS} if absent.`,
    example: 100,
  },
  {
    name: 'cursor',
    type: 'string',
    description: 'The `next` of the page before; send the other parameters again with it.',
  },
  {
    name: 'from',
    type: 'string',
    description: 'Only items of this time or later, RFC 3339 in UTC.',
    example: '2026-01-01T00:00:00Z',
  },
  {
    name: 'to',
    type: 'string',
    description: 'Only items before this time.',
    example: '2026-02-01T00:00:00Z',
  },
  {
    name: 'format',
    type: 'string',
    enum: FORMATS,
    description: 'csv and jsonl answer all items in one file; `limit` is ignored then.',
    example: 'json',
  },
  {
    ...RECEIPTS_PARAMETER,
    description: `${RECEIPTS_PARAMETER.description} The last line of a jsonl file holds it; a csv file has none.`,
  },
];

const ORDERS_QUERY: readonly WireParameter[] = [
  {
    name: 'status',
    type: 'string',
    description: `Only orders in this state, or in several with commas between: ${ORDER_STATUSES.join(', ')}.`,
    example: 'accept,reject',
  },
  {
    name: 'product_id',
    type: 'integer',
    description: 'Only orders of this product.',
    example: 1001,
  },
  {
    name: 'decided_from',
    type: 'string',
    description: 'Only orders that were accepted or rejected at this time or later.',
    example: '2026-01-01T00:00:00Z',
  },
  {
    name: 'decided_to',
    type: 'string',
    description: 'Only orders that were accepted or rejected before this time.',
    example: '2026-02-01T00:00:00Z',
  },
  {
    name: 'order_uuid',
    type: 'string',
    description: 'Only the order under this key.',
    example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
  },
  ...BOOK_QUERY,
];

const FEED_QUERY: readonly WireParameter[] = [
  {
    name: 'since',
    type: 'string',
    description: 'The `cursor` of the answer before; `now` for that of the last event alone.',
    example: 'now',
  },
  {
    name: 'wait',
    type: 'integer',
    description: `Seconds to wait for an event when there is none, 0 to ${MAX_WAIT_SECONDS}; 20 at most are waited.`,
    example: 0,
  },
  {
    name: 'type',
    type: 'string',
    description: `Only events of this type, or of several with commas between: ${EVENT_TYPES.join(', ')}.`,
    example: 'accepted,rejected',
  },
  {
    name: 'receipts',
    type: 'integer',
    enum: [0, 1],
    description: '1 adds to each event what it was hashed from.',
    example: 1,
  },
];

/** Documents the success body in its three media types; it stands above `ApiWireRoute`, whose success it replaces. */
function InThreeFormats(page: Type, csv: string, line: string): MethodDecorator {
  return ApiResponse({
    status: 200,
    description: 'Success',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(page) } },
      'text/csv': { schema: { type: 'string' }, example: csv },
      'application/jsonl': { schema: { type: 'string' }, example: line },
    },
  });
}

@ApiExtraModels(OrdersPageDto, StatementPageDto)
@NeedsScope('books')
@InLane('reads')
@Controller(CLIENT_API)
export class BooksController {
  constructor(
    private readonly books: BooksService,
    private readonly feed: FeedService,
  ) {}

  @Get('orders')
  @CountedAs('checks')
  @InThreeFormats(OrdersPageDto, 'order_id,quantity,…', '{"order_id":"ID_9fffb0d849a45215",…}')
  @ApiWireRoute({
    name: 'orders',
    tag: TAG,
    summary: 'All orders of the account, newest first',
    description: 'Follow `next` until it is null.',
    answer: { type: OrdersPageDto },
    query: ORDERS_QUERY,
    errors: [],
  })
  orders(
    @Req() request: PrincipalRequest,
    @RequestParameters() parameters: FlatParameters,
  ): Promise<PageShape | StreamedAnswer> {
    return this.books.orders(admissionOf(request), parameters);
  }

  @Get('orders/changes')
  // Whether there is anything new; events are read in the lane of `reads`.
  @InLane('answers')
  @CountedAs('checks')
  @ApiWireRoute({
    name: 'ordersChanges',
    tag: TAG,
    summary: 'What happens to the orders of the account, oldest first',
    description: 'Ask again with the `cursor` of the answer as `since`.',
    answer: { type: FeedDto },
    query: FEED_QUERY,
    errors: [],
  })
  changes(
    @Req() request: FeedRequest,
    @RequestParameters() parameters: FlatParameters,
  ): Promise<FeedShape | WaitingAnswer> {
    return this.feed.feed(request, parameters);
  }

  @Get('statement')
  @InThreeFormats(StatementPageDto, 'account_id,sequence,…', '{"account_id":7,"sequence":12,…}')
  @ApiWireRoute({
    name: 'statement',
    tag: TAG,
    summary: 'All movements of the balance, newest first',
    description: 'The ledger of the account, with the hashes by which it can be verified.',
    answer: { type: StatementPageDto },
    query: BOOK_QUERY,
    errors: [],
  })
  statement(
    @Req() request: PrincipalRequest,
    @RequestParameters() parameters: FlatParameters,
  ): Promise<PageShape | StreamedAnswer> {
    return this.books.statement(admissionOf(request), parameters);
  }
}
