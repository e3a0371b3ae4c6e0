import { Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/admission.js';
import { EventReader, type OwnEvent } from '../../account/events/event-reader.repository.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { Database } from '../../database/database.js';
import { MAX_PAGE_BYTES } from '../../orders/history/listed-orders.js';
import {
  OrderChanges,
  type ChangesPage,
  type FeedPlace,
} from '../../orders/history/order-changes.repository.js';
import { feedCursor } from './feed-cursor.js';
import { feedEventShape, type FeedEventShape } from './feed-event-shape.js';
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
}

/** Answers resellers with what has happened to their orders since they asked last. */
@Injectable()
export class FeedService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly events: EventReader,
    private readonly waits: FeedWaits,
    private readonly database: Database,
  ) {}

  /** @throws BadParameterError (114); after a wait, the errors of the guard */
  async feed(admission: Admission, parameters: FlatParameters): Promise<FeedShape> {
    const { accountId } = admission.principal;
    const query = feedQuery(accountId, parameters);
    if (query.since === 'now') {
      const end = await this.changes.end(accountId);
      return { status: 'OK', data: [], cursor: feedCursor(accountId, end) };
    }
    const page = await this.nextPage(admission, query.since, query);
    return this.answer(accountId, page, query);
  }

  /** A page that has something to tell, or an empty one when the time is over. */
  private async nextPage(
    admission: Admission,
    since: FeedPlace | undefined,
    { types, waitSeconds }: FeedQuery,
  ): Promise<ChangesPage> {
    const { turn } = admission;
    const { accountId } = admission.principal;
    const endsAt = performance.now() + Math.min(waitSeconds * 1000, LONGEST_WAIT_MS);
    let page = await this.changes.page(accountId, since, types);
    let hasWaited = false;
    while (isQuiet(page)) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) return page;
      turn.leave();
      hasWaited = true;
      if (!(await this.waits.wait(accountId, page.end.number, leftMs, turn))) return page;
      await turn.take();
      page = await this.changes.page(accountId, page.end, types);
    }
    // The access may have changed meanwhile.
    if (hasWaited) await admission.again();
    return page;
  }

  private async answer(
    accountId: number,
    page: ChangesPage,
    { hasReceipts }: FeedQuery,
  ): Promise<FeedShape> {
    const { items, end, isRestarted } = page;
    const isVerified = hasReceipts && items.length > 0;
    const own = isVerified ? await this.ownEvents(accountId, page) : new Map<string, OwnEvent>();
    const shapes = items.map((item) => feedEventShape(item, own.get(String(item.number))));
    const data = withinBytes(shapes);
    const { number, hash } = items[data.length === shapes.length ? NaN : data.length - 1] ?? end;
    const cursor = feedCursor(accountId, { lineage: end.lineage, number, hash });
    return { status: 'OK', data, cursor, ...(isRestarted && { restarted: true }) };
  }

  private async ownEvents(
    accountId: number,
    { items }: ChangesPage,
  ): Promise<ReadonlyMap<string, OwnEvent>> {
    const numbers = items.map(({ number }) => number);
    const events = await this.events.ownEvents(this.database.manager, accountId, numbers);
    return new Map(events.map((event) => [event.number, event]));
  }
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
