import { finalStates, linearize, MAX_STEPS, type Verdict } from './linearize.js';
import type { Model, Operation } from './search/operation.js';

/** An operation as it is shown. */
export type ShownOperation = Pick<
  Operation<unknown>,
  'client' | 'instance' | 'startMs' | 'endMs' | 'text'
>;

/** The smallest part of a history that was found to contradict a model. */
export interface Contradiction {
  readonly checker: string;
  /** Which key, account, product or token. */
  readonly subject: string;
  readonly what: string;
  readonly operations: readonly ShownOperation[];
}

/** What came long before is told as the state that it led to. */
const MANY_OPERATIONS = 24;
const MAX_STATES = 4;

interface Part<State, Action> {
  readonly operations: readonly Operation<Action>[];
  /** The states in which it may begin; undefined for the initial one. */
  readonly states?: readonly State[];
}

/**
 * Makes a contradictory history smaller, by steps that leave a right one right: it ends where the search got stuck, with
 * whatever ran then as if it had no answer; reads are left out; what was over before a quiet moment becomes the states that
 * it may have led to. A write is never left out, since a read may show it.
 */
export function smallestPart<State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
  { stuckAt }: Extract<Verdict<Action>, { kind: 'contradiction' }>,
): Part<State, Action> {
  const asRecorded = new Map<Operation<Action>, Operation<Action>>();
  for (const one of operations) {
    if (one.startMs > stuckAt.endMs) continue;
    asRecorded.set(one.endMs > stuckAt.endMs ? { ...one, endMs: Infinity } : one, one);
  }
  const few = withoutReads(model, [...asRecorded.keys()]);
  const part = few.length > MANY_OPERATIONS ? afterQuiet(model, few) : { operations: few };
  return { ...part, operations: part.operations.map((one) => asRecorded.get(one) ?? one) };
}

/** What is reported of a history that was judged to be contradictory. */
export function contradictionOf<State, Action>(
  about: Pick<Contradiction, 'checker' | 'subject'>,
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
  verdict: Extract<Verdict<Action>, { kind: 'contradiction' }>,
): Contradiction {
  const { operations: part, states } = smallestPart(model, operations, verdict);
  const before = states
    ? `, beginning with ${states
        .slice(0, MAX_STATES)
        .map((state) => model.keyOf(state))
        .join(' or ')}`
    : '';
  const what = `no order of these operations is possible${before}; none gets past "${verdict.stuckAt.text}"`;
  return { ...about, what, operations: part };
}

/** Leaves reads out in ever smaller runs, as delta debugging does, while the rest is contradictory. */
function withoutReads<State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
): readonly Operation<Action>[] {
  let kept = operations;
  let steps = 0;
  const readsOf = (): Operation<Action>[] => kept.filter(({ action }) => model.isRead(action));
  for (
    let size = Math.ceil(readsOf().length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    const reads = readsOf();
    for (let from = 0; from < reads.length && steps < MAX_STEPS; from += size) {
      const left = new Set(reads.slice(from, from + size));
      const rest = kept.filter((one) => !left.has(one));
      const verdict = linearize(model, rest, { maxSteps: MAX_STEPS - steps });
      steps += verdict.steps;
      if (verdict.kind === 'contradiction') kept = rest;
    }
  }
  return kept;
}

/** Begins at the last moment at which no operation ran, and that leaves enough of them to see what has happened. */
function afterQuiet<State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
): Part<State, Action> {
  const sorted = operations.toSorted((one, other) => one.startMs - other.startMs);
  let cut = 0;
  let runsUntilMs = -Infinity;
  for (const [index, { startMs, endMs }] of sorted.entries()) {
    if (index > sorted.length - MANY_OPERATIONS / 2) break;
    if (startMs > runsUntilMs) cut = index;
    runsUntilMs = Math.max(runsUntilMs, endMs);
  }
  const states = cut > 0 ? finalStates(model, sorted.slice(0, cut)) : undefined;
  return states ? { operations: sorted.slice(cut), states } : { operations };
}

/** As lines of text: when, who, where, what. */
export function contradictionText({ checker, subject, what, operations }: Contradiction): string {
  const lines = operations.map(({ startMs, endMs, client, instance, text }) => {
    const end = endMs === Infinity ? 'no answer' : endMs.toFixed(1);
    return `  ${startMs.toFixed(1)} to ${end}  ${client} at ${instance}: ${text}`;
  });
  return [`${checker}, ${subject}: ${what}`, ...lines].join('\n');
}
