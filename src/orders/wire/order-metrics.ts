import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';
import { MaintenanceError } from '../../account/account.errors.js';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import type { EndedRequest } from '../../common/http/access-log.js';
import { InternalError } from '../../common/http/http.errors.js';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Errors that are no decision on the order: the caller may send the same request again. */
const UNAVAILABLE = new Set(
  [TemporarilyUnavailableError, MaintenanceError, InternalError].map(({ wire }) => wire.code),
);

/** Counts and times the requests of newOrder, of all that end, by how they ended. */
@Injectable()
export class OrderMetrics {
  private readonly requests: Counter;
  private readonly duration: Histogram;

  constructor(registry: Registry) {
    this.requests = new Counter({
      name: 'souk_orders_total',
      help: 'Requests of newOrder by outcome (ordered, refused, unavailable, aborted) and error code.',
      labelNames: ['outcome', 'code'],
      registers: [registry],
    });
    this.duration = new Histogram({
      name: 'souk_order_duration_seconds',
      help: 'Time from the arrival of a request of newOrder until its answer was sent.',
      buckets: DURATION_BUCKETS_SECONDS,
      registers: [registry],
    });
  }

  readonly observe = (ended: EndedRequest): void => {
    if (!ended.placesOrder) return;
    this.requests.inc({ outcome: outcomeOf(ended), code: String(ended.errorCode ?? '') });
    this.duration.observe(ended.durationMs / 1000);
  };
}

function outcomeOf({ errorCode, isAnswered }: EndedRequest): string {
  if (!isAnswered) return 'aborted';
  if (errorCode === undefined) return 'ordered';
  return UNAVAILABLE.has(errorCode) ? 'unavailable' : 'refused';
}
