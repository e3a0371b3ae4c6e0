import { Injectable } from '@nestjs/common';
import { admissionOf, type Admission } from '../../account/access/admission.js';
import type { PrincipalRequest } from '../../account/access/token.guard.js';
import { Checkpoints } from '../../account/receipts/checkpoints.service.js';
import type { SignedText } from '../../account/receipts/signed-text.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { WaitingAnswer } from '../../common/http/server/waiting-answer.js';
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

/** How the wait of a request ended. */
interface Waited {
  /** The last event that its caller knows. */
  readonly end: FeedPlace;
  /** When it may wait no longer, by `performance.now()`. */
  readonly endsAt: number;
  /** Whether the account has an event behind it. */
  readonly hasGrown: boolean;
}

/** A request that begins again after it has waited. */
export interface FeedRequest extends PrincipalRequest {
  waited?: Waited;
}

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

  /** @throws BadParameterError (114); the errors of the guard after a wait for a turn to read */
  async feed(request: FeedRequest, parameters: FlatParameters): Promise<FeedShape | WaitingAnswer> {
    const admission = admissionOf(request);
    const { accountId } = admission.principal;
    const query = feedQuery(accountId, parameters);
    const page = await this.nextPage(admission, request.waited, query);
    // The access may have changed between the event that has ended the wait and the page.
    if (request.waited && !isQuiet(page)) await admission.again();
    const wait = isQuiet(page) ? this.waitBehind(page.end, accountId, request, query) : undefined;
    return wait ? new WaitingAnswer(wait) : this.answer(accountId, page, query);
  }

  private async nextPage(
    admission: Admission,
    waited: Waited | undefined,
    query: FeedQuery,
  ): Promise<ChangesPage> {
    if (waited && !waited.hasGrown) return emptyPage(waited.end);
    const { accountId } = admission.principal;
    const { types } = query;
    if (waited) return this.page(admission, waited.end, types);
    if (query.since === 'now') return emptyPage(await this.changes.end(accountId));
    const { since } = query;
    const end = since && (await this.changes.end(accountId));
    return end && isSame(end, since) ? emptyPage(end) : this.page(admission, since, types);
  }

  /** Undefined if the request waits no longer, or not at all. */
  private waitBehind(
    end: FeedPlace,
    accountId: number,
    request: FeedRequest,
    { since, waitSeconds }: FeedQuery,
  ): Promise<unknown> | undefined {
    const { waited } = request;
    if (since === 'now' || waited?.hasGrown === false) return undefined;
    const now = performance.now();
    const endsAt = waited?.endsAt ?? now + Math.min(waitSeconds * 1000, LONGEST_WAIT_MS);
    if (endsAt <= now) return undefined;
    return this.waits.wait(accountId, end.number, endsAt, request.socket)?.then((hasGrown) => {
      request.waited = { end, endsAt, hasGrown };
    });
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
