import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import type { EndedRequest } from './access-log.js';
import { routeFamily } from './route-family.js';

const DURATION_BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

/** Counts and times all requests, by the family of their route and how they ended. */
@Injectable()
export class RequestMetrics {
  private readonly duration: Histogram;

  constructor(registry: Registry) {
    this.duration = new Histogram({
      name: 'souk_request_duration_seconds',
      help: 'Time from the arrival of a request until its answer was sent, by family of routes and class of the status.',
      labelNames: ['family', 'status'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers: [registry],
    });
  }

  observe({ url, status, isAnswered, durationMs }: EndedRequest): void {
    const labels = {
      family: routeFamily(url),
      status: isAnswered ? `${Math.floor(status / 100)}xx` : 'aborted',
    };
    this.duration.observe(labels, durationMs / 1000);
  }
}
