import { EventLine } from './event-line.js';
import { ownChangesBefore } from './own-changes.js';
import type { Model, Operation } from './operation.js';
import { TakenSet } from './taken-set.js';

/** An operation that can come next, and a state that it leaves. */
interface Choice<State> {
  readonly index: number;
  readonly state: State;
}

/** A point from which the search goes on with one choice after the other. */
interface Fork<State> {
  readonly state: State;
  choices: readonly Choice<State>[];
  tried: number;
  /** True once operations without an answer are among the choices: they are tried last, since most are never needed. */
  hasAll: boolean;
  /** How many operations had a place before. */
  readonly depth: number;
}

export type SearchEnd = 'found' | 'exhausted' | 'undecided';

/**
 * A depth-first search for an order of operations. It keeps its own stack, since a history has more operations than a
 * call stack has frames. Operations with an answer come first in all numbering, by their start; then those without.
 */
export class LinearSearch<State, Action> {
  steps = 0;
  /** The operation before whose end no search could get. */
  stuckAt: Operation<Action> | undefined;
  /** True once an operation without an answer was left out because there were enough of them. */
  isLimited = false;

  private readonly answered: readonly Operation<Action>[];
  private readonly all: readonly Operation<Action>[];
  private readonly line: EventLine;
  private readonly taken: TakenSet;
  private readonly trail: number[] = [];
  private readonly ownChanges: ReadonlyMap<number, readonly number[]>;
  private unansweredCount = 0;

  /** @param limits `maxUnanswered`: how many operations without an answer may take effect */
  constructor(
    private readonly model: Model<State, Action>,
    operations: readonly Operation<Action>[],
    private readonly limits: { readonly maxSteps: number; readonly maxUnanswered: number },
  ) {
    const sorted = operations.toSorted((one, other) => one.startMs - other.startMs);
    this.answered = sorted.filter(({ endMs }) => endMs !== Infinity);
    this.all = [...this.answered, ...sorted.filter(({ endMs }) => endMs === Infinity)];
    this.line = new EventLine(this.answered);
    this.taken = new TakenSet(this.all.length);
    this.ownChanges = ownChangesBefore(this.answered, (action) => model.isRead(action));
  }

  /** The operations by their places. */
  get order(): readonly Operation<Action>[] {
    return this.trail.flatMap((index) => this.all[index] ?? []);
  }

  /** @param goesOn told the state of each order that is found; the search ends once it is false */
  run(initial: State, goesOn: (state: State) => boolean): SearchEnd {
    const seen = new Set<string>();
    const forks: Fork<State>[] = [];
    let state = initial;
    for (;;) {
      const choices = this.choicesIn(state);
      if (this.steps > this.limits.maxSteps) return 'undecided';
      if (this.line.isEmpty && !goesOn(state)) return 'found';
      const key = `${this.taken.key} ${this.model.keyOf(state)} ${this.partToBeSeen ?? ''}`;
      const isNew = !seen.has(key);
      seen.add(key);
      if (isNew && !this.line.isEmpty) {
        forks.push({ state, choices, tried: 0, hasAll: false, depth: this.trail.length });
      }
      const next = this.nextChoice(forks);
      if (!next) return 'exhausted';
      this.take(next.index);
      state = next.state;
    }
  }

  /** Goes back to the last fork that has a choice left. */
  private nextChoice(forks: Fork<State>[]): Choice<State> | undefined {
    for (let fork = forks.at(-1); fork; fork = forks.at(-1)) {
      while (this.trail.length > fork.depth) this.giveBack();
      if (fork.tried === fork.choices.length && !fork.hasAll) {
        fork.choices = [...fork.choices, ...this.unansweredIn(fork.state)];
        fork.hasAll = true;
        if (fork.choices.length === 0) this.noteStuck();
      }
      const choice = fork.choices[fork.tried++];
      if (choice) return choice;
      forks.pop();
    }
    return undefined;
  }

  /**
   * What can come next. An operation that leaves the state as it is, now and ever after, is taken at once: in every order
   * in which it comes later, it may as well come now.
   */
  private choicesIn(state: State): Choice<State>[] {
    const key = this.model.keyOf(state);
    for (;;) {
      const { choices, hasTaken, isBlocked } = this.scan(state, key);
      // What waited for one that was taken can come now.
      if (!isBlocked || !hasTaken) return choices;
    }
  }

  private scan(state: State, key: string) {
    const choices: Choice<State>[] = [];
    let isBlocked = false;
    let hasTaken = false;
    let event = this.line.after();
    while (event !== 0 && !this.line.isEnd(event)) {
      const index = this.line.indexOf(event);
      const states = this.waitsForOwn(index) ? undefined : this.step(state, index);
      if (states && this.isTakenAtOnce(index, states, state, key)) {
        const before = this.line.before(event);
        this.take(index);
        hasTaken = true;
        event = this.line.after(before);
        continue;
      }
      if (!states || this.isOverwriting(index)) isBlocked = true;
      else for (const next of states) choices.push({ index, state: next });
      event = this.line.after(event);
    }
    return { choices, hasTaken, isBlocked };
  }

  /** Those come first after which an operation can come that has an answer. */
  private unansweredIn(state: State): Choice<State>[] {
    if (this.unansweredCount >= this.limits.maxUnanswered) {
      this.isLimited ||= this.all.length > this.answered.length + this.unansweredCount;
      return [];
    }
    const key = this.model.keyOf(state);
    const useful: Choice<State>[] = [];
    const others: Choice<State>[] = [];
    const endMs = this.line.firstEndMs;
    for (let index = this.answered.length; index < this.all.length; index++) {
      const operation = this.all[index];
      if (!operation || operation.startMs > endMs) break;
      if (this.taken.has(index) || this.isOverwriting(index)) continue;
      for (const next of this.step(state, index)) {
        if (this.model.keyOf(next) === key) continue;
        (this.letsOneCome(next) ? useful : others).push({ index, state: next });
      }
    }
    return [...useful, ...others];
  }

  private letsOneCome(state: State): boolean {
    for (let event = this.line.after(); !this.line.isEnd(event); event = this.line.after(event)) {
      if (this.step(state, this.line.indexOf(event)).length > 0) return true;
    }
    return false;
  }

  /**
   * What the last operation has set, if nobody answered it: it may as well have been left out when the next one sets the
   * same. Else each of many writes without an answer would be tried after each other one.
   */
  private get partToBeSeen(): string | undefined {
    const last = this.trail.at(-1) ?? 0;
    const action = last < this.answered.length ? undefined : this.all[last]?.action;
    return action && this.model.partSetBy?.(action);
  }

  private isOverwriting(index: number): boolean {
    const part = this.partToBeSeen;
    const action = this.all[index]?.action;
    return part !== undefined && action !== undefined && this.model.partSetBy?.(action) === part;
  }

  private step(state: State, index: number): readonly State[] {
    const operation = this.all[index];
    if (!operation) return [];
    this.steps++;
    return this.model.step(state, operation.action);
  }

  private isTakenAtOnce(index: number, next: readonly State[], state: State, key: string): boolean {
    const [only] = next;
    const action = this.all[index]?.action;
    if (only === undefined || next.length > 1 || action === undefined) return false;
    const isFit = this.model.isRead(action) || this.model.isIdempotent?.(action) === true;
    return isFit && (only === state || this.model.keyOf(only) === key);
  }

  /** True for a read that may be old, while a change that its own instance had answered has no place yet. */
  private waitsForOwn(index: number): boolean {
    return this.ownChanges.get(index)?.some((change) => !this.taken.has(change)) ?? false;
  }

  private take(index: number): void {
    this.trail.push(index);
    this.taken.flip(index);
    if (index < this.answered.length) this.line.lift(index);
    else this.unansweredCount += 1;
  }

  private giveBack(): void {
    const index = this.trail.pop();
    if (index === undefined) return;
    this.taken.flip(index);
    if (index < this.answered.length) this.line.putBack(index);
    else this.unansweredCount -= 1;
  }

  private noteStuck(): void {
    let event = this.line.after();
    while (!this.line.isEnd(event)) event = this.line.after(event);
    const operation = this.answered[this.line.indexOf(event)];
    if (operation && operation.endMs > (this.stuckAt?.endMs ?? -Infinity)) this.stuckAt = operation;
  }
}
