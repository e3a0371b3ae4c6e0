import { contradictionOf, type Contradiction } from './contradiction.js';
import { stretched } from './checkers/staleness.js';
import { linearize, type SearchOptions } from './linearize.js';
import type { Model, Operation } from './search/operation.js';

/** What one checker has judged. */
export interface Count {
  /** Keys, accounts, products or tokens. */
  readonly subjects: number;
  readonly operations: number;
}

export interface TallyOptions extends SearchOptions {
  /** How old answers may be, but for those of newOrder; that of decision 17 when left out. */
  readonly stalenessMs?: number;
}

/** Collects what the checkers find. */
export class Tally {
  readonly contradictions: Contradiction[] = [];
  /** The checkers and subjects whose search was ended. */
  readonly undecided: Pick<Contradiction, 'checker' | 'subject'>[] = [];
  private readonly counted = new Map<string, Count>();

  constructor(private readonly options: TallyOptions = {}) {}

  get counts(): Readonly<Record<string, Count>> {
    return Object.fromEntries(this.counted);
  }

  count(checker: string, operations: number): void {
    const { subjects = 0, operations: before = 0 } = this.counted.get(checker) ?? {};
    this.counted.set(checker, { subjects: subjects + 1, operations: before + operations });
  }

  /** Judges the operations of one subject. @returns false if no order of them is possible */
  judge<State, Action>(
    checker: string,
    subject: string,
    model: Model<State, Action>,
    recorded: readonly Operation<Action>[],
  ): boolean {
    this.count(checker, recorded.length);
    const operations = recorded.map((one) => stretched(one, this.options.stalenessMs));
    const verdict = linearize(model, operations, this.options);
    if (verdict.kind === 'undecided') this.undecided.push({ checker, subject });
    if (verdict.kind !== 'contradiction') return true;
    this.contradictions.push(contradictionOf({ checker, subject }, model, operations, verdict));
    return false;
  }

  /** True if there is an order of the operations; nothing is noted. */
  isPossible<State, Action>(
    model: Model<State, Action>,
    operations: readonly Operation<Action>[],
  ): boolean {
    return linearize(model, operations, this.options).kind === 'linearizable';
  }

  contradict(contradiction: Contradiction): void {
    this.contradictions.push(contradiction);
  }
}
