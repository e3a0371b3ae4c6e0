import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Lanes } from './lanes.js';

/** How many requests wait in each lane or got no turn, read when it is scraped. */
@Injectable()
export class LanesMetrics {
  constructor(registry: Registry, lanes: Lanes) {
    new Gauge({
      name: 'souk_lane_requests_waiting',
      help: 'Requests that wait for their turn in a lane.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const { lane, waitingRequests } of lanes.sums()) this.set({ lane }, waitingRequests);
      },
    });
    new Counter({
      name: 'souk_lane_requests_refused_total',
      help: 'Requests that were refused because no turn in their lane came in time.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { lane, refusedRequests } of lanes.sums()) this.inc({ lane }, refusedRequests);
      },
    });
  }
}
