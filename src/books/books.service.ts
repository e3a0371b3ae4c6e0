import { Inject, Injectable } from '@nestjs/common';
import type { Admission } from '../account/access/admission.js';
import { Checkpoints } from '../account/receipts/checkpoints.service.js';
import type { SignedText } from '../account/receipts/signed-text.js';
import { StatementPages } from '../account/ledger/statement.repository.js';
import { csvHeader, csvRow, type CsvColumns } from '../common/csv.js';
import { FairQueue } from '../common/fair-queue.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { StreamedAnswer } from '../common/http/streamed/streamed-answer.js';
import type { Page, Position } from '../common/paging.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { HISTORY_COLUMNS, historyOrderShape } from '../orders/history/history-order-shape.js';
import { OrderHistory } from '../orders/history/order-history.repository.js';
import { requiredOrderUuid } from '../orders/rules/order-uuid.js';
import { bookQuery, ordersQuery, type BookQuery, type Format } from './book-query.js';
import { cursorOf, type Book } from './cursor.js';
import { STATEMENT_COLUMNS, statementShape } from './statement-shape.js';

export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
} as const satisfies Record<Exclude<Format, 'json'>, string>;

type FileQuery = BookQuery & { readonly format: keyof typeof CONTENT_TYPES };

/** Most reads for files at a time, of all accounts; the other connections are left to orders. */
const MAX_CONCURRENT_PART_READS = 2;

/** For a caller that has gone while it waited for its turn. */
const NOTHING: Page<object> = { items: [], next: null };

/** One page as JSON. */
export interface PageShape {
  readonly status: 'OK';
  readonly data: readonly object[];
  readonly next: string | null;
  /** Only when the request asks for receipts; null if the shop does not sign. */
  readonly checkpoint?: SignedText | null;
}

/** A list of an account that is read in pages. */
interface List extends Book {
  readonly columns: CsvColumns;
  /** The items as they are shown. */
  read(after: Position | undefined, limit: number): Promise<Page<object>>;
  /** A member of what is answered. It is read first, so no file ends before its checkpoint. */
  receipts(): Promise<Pick<PageShape, 'checkpoint'>>;
}

/** Answers resellers with their own orders and ledger. */
@Injectable()
export class BooksService {
  /**
   * The parts of files are read in turn, by account. Unlike a request, a part waits however long that takes, because a
   * file that is refused halfway is lost.
   */
  private readonly parts = new FairQueue<number>({
    maxConcurrent: MAX_CONCURRENT_PART_READS,
    maxPerTurn: 1,
  });

  constructor(
    private readonly history: OrderHistory,
    private readonly statements: StatementPages,
    private readonly checkpoints: Checkpoints,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'ORDER_UUID'>,
  ) {}

  /** @throws BadParameterError (114) */
  orders(admission: Admission, parameters: FlatParameters): Promise<PageShape | StreamedAnswer> {
    const { accountId, orderUuidMode } = admission.principal;
    const book = { name: 'orders', accountId } as const;
    const query = bookQuery(book, parameters);
    const key = parameters.single('order_uuid');
    const mode = orderUuidMode ?? this.config.ORDER_UUID;
    const filter = {
      ...ordersQuery(parameters),
      ...query.range,
      ...(key !== undefined && { orderUuid: requiredOrderUuid(key, mode) }),
    };
    const read: List['read'] = async (after, limit) => {
      const { items, next } = await this.history.page(accountId, filter, after, limit);
      return { items: items.map(historyOrderShape), next };
    };
    const receipts = () => this.checkpoints.ifAsked(accountId, query.hasReceipts);
    return this.answer({ ...book, columns: HISTORY_COLUMNS, read, receipts }, query, admission);
  }

  /** @throws BadParameterError (114) */
  statement(admission: Admission, parameters: FlatParameters): Promise<PageShape | StreamedAnswer> {
    const { accountId } = admission.principal;
    const book = { name: 'statement', accountId } as const;
    const query = bookQuery(book, parameters);
    const read: List['read'] = async (after, limit) => {
      const { items, next } = await this.statements.page(accountId, query.range, after, limit);
      return { items: items.map(statementShape), next };
    };
    const receipts = () => this.checkpoints.ifAsked(accountId, query.hasReceipts);
    return this.answer({ ...book, columns: STATEMENT_COLUMNS, read, receipts }, query, admission);
  }

  private async answer(
    list: List,
    query: BookQuery,
    admission: Admission,
  ): Promise<PageShape | StreamedAnswer> {
    const { format, after, limit } = query;
    if (format !== 'json') {
      const parts = () => this.partsOf(list, { ...query, format }, admission);
      return new StreamedAnswer(CONTENT_TYPES[format], parts);
    }
    const receipts = await list.receipts();
    const { items, next } = await list.read(after, limit);
    return { status: 'OK', data: items, next: next && cursorOf(list, next), ...receipts };
  }

  /**
   * Asks before each part whether the caller is still admitted, because a slow one may take hours. Between two parts it
   * keeps the text alone, and no items.
   */
  private async *partsOf(
    list: List,
    query: FileQuery,
    admission: Admission,
  ): AsyncGenerator<string> {
    const receipts = await list.receipts();
    let { text, next } = await this.part(list, query, admission);
    yield query.format === 'csv' ? csvHeader(list.columns) + text : text;
    while (next) {
      await admission.again();
      ({ text, next } = await this.part(list, { ...query, after: next }, admission));
      yield text;
    }
    if (query.format === 'jsonl') yield* linesOf(receipts);
  }

  private async part(
    list: List,
    { format, after, limit }: FileQuery,
    admission: Admission,
  ): Promise<{ text: string; next: Position | null }> {
    const { items, next } = await this.parts.run(list.accountId, async () =>
      admission.isAwaited() ? list.read(after, limit) : NOTHING,
    );
    const lines = items.map((item) =>
      format === 'csv' ? csvRow(list.columns, item) : `${JSON.stringify(item)}\n`,
    );
    return { text: lines.join(''), next };
  }
}

/** A line for what a file holds besides its items; none if there is nothing. */
function linesOf(receipts: object): string[] {
  return Object.keys(receipts).length > 0 ? [`${JSON.stringify(receipts)}\n`] : [];
}
