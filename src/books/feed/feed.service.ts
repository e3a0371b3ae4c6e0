import { Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/admission.js';
import { Checkpoints } from '../../account/receipts/checkpoints.service.js';
import type { SignedText } from '../../account/receipts/signed-text.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { MAX_PAGE_BYTES } from '../../orders/history/listed-orders.js';
import {
  OrderChanges,
  type ChangesPage,
  type FeedPlace,
} from '../../orders/history/order-changes.repository.js';
import { feedCursor } from './feed-cursor.js';
import { feedEventShape, type FeedEventShape } from './feed-event-shape.js';
import { FeedReceipts } from './feed-receipts.service.js';
import { feedQuery, type FeedQuery } from './feed-query.js';
import { FeedWaits } from './feed-waits.js';

/** Of the answer around its events. */
const AROUND_BYTES = 1024;
/** Shorter than `wait` may be, so that whatever proxy allows 25 seconds has a reserve. */
const LONGEST_WAIT_MS = 20_000;

export interface FeedShape {
  readonly status: 'OK';
  readonly data: readonly FeedEventShape[];
  readonly cursor: string;
  readonly restarted?: true;
  /** Only when the request asks for receipts; null if the shop does not sign. */
  readonly checkpoint?: SignedText | null;
}

/** Answers resellers with what has happened to their orders since they asked last. */
@Injectable()
export class FeedService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly receipts: FeedReceipts,
    private readonly checkpoints: Checkpoints,
    private readonly waits: FeedWaits,
  ) {}

  /** @throws BadParameterError (114); after a wait, the errors of the guard */
  feed(admission: Admission, parameters: FlatParameters): Promise<FeedShape> {
    const { accountId } = admission.principal;
    const query = feedQuery(accountId, parameters);
    const { since } = query;
    return since === 'now' ? this.end(accountId, query) : this.next(admission, since, query);
  }

  private async end(accountId: number, query: FeedQuery): Promise<FeedShape> {
    const end = await this.changes.end(accountId);
    return this.answer(accountId, emptyPage(end), query);
  }

  /**
   * Answers with a page that has something to tell, or with an empty one when the time is over. It is the only asynchronous
   * function under way while a request waits, since each of them would keep some 500 bytes.
   */
  private async next(
    admission: Admission,
    since: FeedPlace | undefined,
    query: FeedQuery,
  ): Promise<FeedShape> {
    const { turn, isAwaited } = admission;
    const { accountId } = admission.principal;
    const { types, waitSeconds, hasReceipts } = query;
    const endsAt = performance.now() + Math.min(waitSeconds * 1000, LONGEST_WAIT_MS);
    const end = since && (await this.changes.end(accountId));
    let page =
      end && isSame(end, since) ? emptyPage(end) : await this.page(admission, since, types);
    let hasWaited = false;
    while (isQuiet(page)) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) break;
      turn.leave();
      hasWaited = true;
      if (!(await this.waits.wait(accountId, page.end.number, leftMs, isAwaited))) break;
      page = await this.page(admission, page.end, types);
    }
    // The access may have changed meanwhile. An empty answer without receipts tells nothing.
    if (hasWaited && (hasReceipts || !isQuiet(page))) await admission.again();
    return this.answer(accountId, page, query);
  }

  /**
   * In the lane of reads, since each page takes a connection.
   * @throws the errors of the guard, which decides again after a wait for the turn
   */
  private async page(
    admission: Admission,
    since: FeedPlace | undefined,
    types: FeedQuery['types'],
  ): Promise<ChangesPage> {
    const { turn, principal } = admission;
    turn.leave();
    if (await turn.take('reads')) await admission.again();
    return this.changes.page(principal.accountId, since, types);
  }

  private async answer(
    accountId: number,
    page: ChangesPage,
    { hasReceipts }: FeedQuery,
  ): Promise<FeedShape> {
    const { items, end, isRestarted } = page;
    const receipts =
      hasReceipts && items.length > 0 ? await this.receipts.of(accountId, items) : undefined;
    const shapes = items.map((item) => feedEventShape(item, receipts?.get(item.number)));
    const data = withinBytes(shapes);
    const { number, hash } = items[data.length === shapes.length ? NaN : data.length - 1] ?? end;
    const cursor = feedCursor(accountId, { lineage: end.lineage, number, hash });
    return {
      ...{ status: 'OK', data, cursor },
      ...(isRestarted && { restarted: true }),
      // It is read last, so it covers the events.
      ...(hasReceipts && { checkpoint: await this.checkpoints.of(accountId) }),
    };
  }
}

function emptyPage(end: FeedPlace): ChangesPage {
  return { items: [], end, isRestarted: false, isCut: false };
}

function isSame(one: FeedPlace, other: FeedPlace): boolean {
  return one.number === other.number && one.hash === other.hash && one.lineage === other.lineage;
}

function isQuiet({ items, isRestarted, isCut }: ChangesPage): boolean {
  return items.length === 0 && !isRestarted && !isCut;
}

/** At least one. The stored bytes are bounded where they are read; receipts and escaped texts may be several times as long. */
function withinBytes(shapes: readonly FeedEventShape[]): readonly FeedEventShape[] {
  let bytes = 0;
  const end = shapes.findIndex((shape, index) => {
    bytes += Buffer.byteLength(JSON.stringify(shape)) + 1;
    return index > 0 && bytes > MAX_PAGE_BYTES - AROUND_BYTES;
  });
  return end < 0 ? shapes : shapes.slice(0, end);
}
