import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { RunningRequests } from './running-requests.js';

/** How often MAX_ACCOUNT_REQUESTS holds back a request, read when it is scraped. */
@Injectable()
export class RunningRequestsMetrics {
  constructor(registry: Registry, running: RunningRequests) {
    new Gauge({
      name: 'souk_account_requests_waiting',
      help: 'Requests that wait because their account has MAX_ACCOUNT_REQUESTS running.',
      registers: [registry],
      collect() {
        this.set(running.waitingRequests);
      },
    });
    new Counter({
      name: 'souk_account_requests_refused_total',
      help: 'Requests that were answered 111 because too many of their account were running.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(running.refusedRequests);
      },
    });
  }
}
