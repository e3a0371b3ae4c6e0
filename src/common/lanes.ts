import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** What is told of the turns in a lane. */
interface Turned {
  /** Requests that wait for their turn. */
  readonly waitingRequests: number;
  /** Requests for which no turn came, since the start. */
  readonly refusedRequests: number;
}

/** All lanes of requests in which an instance asks the database, as its metrics show them. */
@Injectable()
export class Lanes {
  private readonly turnsByLane = new Map<string, Turned[]>();

  constructor(registry: Registry) {
    const { turnsByLane } = this;
    const sum = (turns: readonly Turned[], name: keyof Turned): number =>
      turns.reduce((total, one) => total + one[name], 0);
    new Gauge({
      name: 'souk_lane_requests_waiting',
      help: 'Requests that wait for their turn in a lane.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const [lane, turns] of turnsByLane) this.set({ lane }, sum(turns, 'waitingRequests'));
      },
    });
    new Counter({
      name: 'souk_lane_requests_refused_total',
      help: 'Requests that were refused because no turn in their lane came in time.',
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [lane, turns] of turnsByLane) this.inc({ lane }, sum(turns, 'refusedRequests'));
      },
    });
  }

  /** @param turns of the lane, beside those that were added before. */
  add(lane: string, ...turns: readonly Turned[]): void {
    this.turnsByLane.set(lane, [...(this.turnsByLane.get(lane) ?? []), ...turns]);
  }
}
