import { Injectable, Module } from '@nestjs/common';

/** What is told of the turns in a lane. */
export interface Turned {
  /** Requests that wait for their turn. */
  readonly waitingRequests: number;
  /** Requests for which no turn came, since the start. */
  readonly refusedRequests: number;
}

/** All lanes of requests in which an instance asks the database, as its metrics show them. */
@Injectable()
export class Lanes {
  private readonly turnsByLane = new Map<string, readonly Turned[]>();

  /** @param turns of the lane, beside those that were added before. */
  add(lane: string, ...turns: readonly Turned[]): void {
    this.turnsByLane.set(lane, [...(this.turnsByLane.get(lane) ?? []), ...turns]);
  }

  /** The sums of each lane. */
  *sums(): Iterable<Turned & { readonly lane: string }> {
    for (const [lane, turns] of this.turnsByLane) {
      const sum = (name: keyof Turned): number =>
        turns.reduce((total, one) => total + one[name], 0);
      const [waitingRequests, refusedRequests] = [sum('waitingRequests'), sum('refusedRequests')];
      yield { lane, waitingRequests, refusedRequests };
    }
  }
}

/** Provides the lanes to all modules, of commands as well, which load nothing of metrics. */
@Module({ providers: [Lanes], exports: [Lanes] })
export class LanesModule {
  static register() {
    return { module: LanesModule, global: true };
  }
}
