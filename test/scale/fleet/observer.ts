import type { Answer } from '../../support/http-client.js';
import { Faults, percentile } from '../../support/faults.js';
import { errorCode } from '../reader.js';
import { judged } from './answers.js';
import type { Market, Reader } from './market.js';

/** What holds for the answers of a while. */
export interface Bounds {
  /** Milliseconds after its commit in which a change must have become visible. */
  readonly visible: number;
  /** True while an instance may say that it does not know (111). */
  readonly mayDecline: boolean;
}

/** Of some time, over all changes and instances; in milliseconds. */
export interface Measured {
  /** How long after its commit a change was missing in an answer that was asked for then, of 99 % of the changes. */
  readonly missing: number;
  /** The same of all. */
  readonly stalest: number;
  /** How long after its commit the first answer that showed it had come, of half of the changes and of 99 %. */
  readonly half: number;
  readonly p99: number;
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
  /** By instance and marker: when the last answer that lacked it was asked for, after its commit. */
  private readonly missing = new Map<string, number>();
  private absences: number[] = [];
  private declined = 0;

  constructor(
    private readonly market: Market,
    public bounds: Bounds,
  ) {}

  /** @param answer its text may be an earlier one's, when the server said 304. */
  see(
    instance: number,
    reader: Reader,
    route: string,
    answer: Pick<Answer, 'begun' | 'ended' | 'text'>,
  ): void {
    const where = `instance ${instance}, ${route}, audience ${reader.audience}`;
    if (errorCode(answer.text) === 111) {
      this.declined += 1;
      if (!this.bounds.mayDecline) this.faults.add('111 without need', where);
      return;
    }
    this.judgedCount += 1;
    const { marker, fault } = judged(route, reader.audience, answer.text);
    if (fault !== undefined) this.faults.add('a wrong answer', `${where}: ${fault}`);
    if (marker === undefined) return;
    this.noteVisible(instance, marker, answer.ended);
    this.noteMissing(instance, marker, answer.begun);
    const age = this.ageOf(marker, answer.begun);
    if (age > this.bounds.visible) {
      this.faults.add('an old answer', `${where}: ${age.toFixed(0)} ms after the next change`);
    }
  }

  /** From now on a new measurement runs. @returns what was measured before. */
  restart(): Measured {
    const { latencies, absences, declined } = this;
    [this.latencies, this.absences, this.declined] = [[], [], 0];
    this.missing.clear();
    this.newest.clear();
    return {
      missing: percentile(absences, 0.99),
      stalest: percentile(absences, 1),
      half: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      declined,
    };
  }

  /** Whether an instance has shown a change. */
  hasShown(instance: number, marker: number): boolean {
    return (this.newest.get(instance) ?? 0) >= marker;
  }

  private noteVisible(instance: number, marker: number, at: number): void {
    const before = this.newest.get(instance) ?? marker;
    for (let seen = before + 1; seen <= marker; seen++) {
      this.absences.push(this.missing.get(`${instance} ${seen}`) ?? 0);
      this.missing.delete(`${instance} ${seen}`);
      // One that is seen before its writer knows that it is committed was seen at once.
      this.latencies.push(Math.max(0, at - (this.market.committedAt(seen) ?? at)));
    }
    this.newest.set(instance, Math.max(before, marker));
  }

  private noteMissing(instance: number, marker: number, begun: number): void {
    for (let later = marker + 1; later <= this.market.marker; later++) {
      const after = begun - (this.market.committedAt(later) ?? begun);
      // The next ones were committed later still.
      if (after <= 0 || this.hasShown(instance, later)) return;
      const name = `${instance} ${later}`;
      this.missing.set(name, Math.max(after, this.missing.get(name) ?? 0));
    }
  }

  /** For how long the shop had been another one when the answer was asked for. */
  private ageOf(marker: number, begun: number): number {
    const replaced = this.market.committedAt(marker + 1);
    return replaced === undefined ? 0 : Math.max(0, begun - replaced);
  }
}
