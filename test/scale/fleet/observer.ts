import { Faults, percentile } from '../scenario.js';
import { errorCode, type Reading } from '../read-client.js';
import { judged } from './answers.js';
import type { Market, Reader } from './market.js';

/** What holds for the answers of a while. */
export interface Bounds {
  /** Milliseconds after its commit in which a change must have become visible. */
  readonly visible: number;
  /** True while an instance may say that it does not know (111). */
  readonly mayDecline: boolean;
}

/** Of some time; in milliseconds. */
export interface Measured {
  /** How long after its commit half of the changes, 99 % and all had been seen in an answer that had come. */
  readonly half: number;
  readonly p99: number;
  readonly worst: number;
  /** How long before its question the oldest answer had been replaced by a change. */
  readonly stalest: number;
  /** Answers that said 111. */
  readonly declined: number;
}

/** Judges every answer of the fleet, and reckons how long changes took to be seen on each instance. */
export class Observer {
  judgedCount = 0;
  readonly faults = new Faults();
  /** The newest marker that each instance has shown. */
  private readonly newest = new Map<number, number>();
  private latencies: number[] = [];
  private stalest = 0;
  private declined = 0;

  constructor(
    private readonly market: Market,
    public bounds: Bounds,
  ) {}

  /** @param answer its text may be an earlier one's, when the server said 304. */
  see(instance: number, reader: Reader, route: string, answer: Reading): void {
    const where = `instance ${instance}, ${route}, audience ${reader.audience}`;
    if (errorCode(answer.text) === 111) {
      this.declined += 1;
      if (!this.bounds.mayDecline) this.faults.add('111 without need', where);
      return;
    }
    this.judgedCount += 1;
    const { marker, fault } = judged(this.market, route, reader.audience, answer.text);
    if (fault !== undefined) this.faults.add('a wrong answer', `${where}: ${fault}`);
    if (marker === undefined) return;
    this.noteVisible(instance, marker, answer.ended);
    const age = this.ageOf(marker, answer.begun);
    this.stalest = Math.max(this.stalest, age);
    if (age > this.bounds.visible) {
      this.faults.add('an old answer', `${where}: ${age.toFixed(0)} ms after the next change`);
    }
  }

  /** From now on a new measurement runs. @returns what was measured before. */
  restart(): Measured {
    const { latencies, stalest, declined } = this;
    [this.latencies, this.stalest, this.declined] = [[], 0, 0];
    this.newest.clear();
    const [half, p99, worst] = [0.5, 0.99, 1].map((part) => percentile(latencies, part));
    return { half: half ?? NaN, p99: p99 ?? NaN, worst: worst ?? NaN, stalest, declined };
  }

  /** Whether an instance has shown a change. */
  hasShown(instance: number, marker: number): boolean {
    return (this.newest.get(instance) ?? 0) >= marker;
  }

  private noteVisible(instance: number, marker: number, at: number): void {
    const before = this.newest.get(instance) ?? marker;
    for (let seen = before + 1; seen <= marker; seen++) {
      // One that is seen before its writer knows that it is committed was seen at once.
      this.latencies.push(Math.max(0, at - (this.market.committedAt(seen) ?? at)));
    }
    this.newest.set(instance, Math.max(before, marker));
  }

  /** For how long the shop had been another one when the answer was asked for. */
  private ageOf(marker: number, begun: number): number {
    const replaced = this.market.committedAt(marker + 1);
    return replaced === undefined ? 0 : Math.max(0, begun - replaced);
  }
}
