import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Lanes } from './lanes.js';
import { readCounter } from './read-metrics.js';

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
    const help = 'Requests that were refused because no turn in their lane came in time.';
    readCounter(registry, { name: 'souk_lane_requests_refused_total', help, label: 'lane' }, () =>
      [...lanes.sums()].map(({ lane, refusedRequests }) => [lane, refusedRequests]),
    );
  }
}
