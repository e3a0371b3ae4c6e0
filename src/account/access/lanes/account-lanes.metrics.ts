import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { AccountLanes } from './account-lanes.js';

/** How often requests of resellers wait for a turn in vain or not, read when it is scraped. */
@Injectable()
export class AccountLanesMetrics {
  constructor(registry: Registry, lanes: AccountLanes) {
    new Gauge({
      name: 'souk_account_requests_waiting',
      help: 'Requests that wait because their account has as many running as its lane lets.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const [lane, turns] of lanes.entries()) this.set({ lane }, turns.waitingRequests);
      },
    });
    new Counter({
      name: 'souk_account_requests_refused_total',
      help: 'Requests that were answered 111 because no turn came in time.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [lane, turns] of lanes.entries()) this.inc({ lane }, turns.refusedRequests);
      },
    });
  }
}
