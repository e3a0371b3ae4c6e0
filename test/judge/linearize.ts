import { LinearSearch } from './search/linear-search.js';
import type { Model, Operation } from './search/operation.js';

/** Steps of a model that one search takes at most. */
export const MAX_STEPS = 20_000_000;

/**
 * How many operations without an answer a search lets take effect at first. Most histories need few of them, and each
 * doubles what there is to try.
 */
const FEW_UNANSWERED = [0, 1, 3];
/** Of all steps, so many are at most spent on each of these searches. */
const SHARE_OF_FEW = 1 / 8;

export interface SearchOptions {
  readonly maxSteps?: number;
}

export type Verdict<Action> = { readonly steps: number } & Outcome<Action>;

type Outcome<Action> =
  /** There is an order of the operations, by their times, that the model can take. */
  | { readonly kind: 'linearizable'; readonly order: readonly Operation<Action>[] }
  /** There is none, not even of the operations that had begun when this one ended. */
  | { readonly kind: 'contradiction'; readonly stuckAt: Operation<Action> }
  /** The search was ended after so many steps. */
  | { readonly kind: 'undecided' };

/**
 * Decides whether a history is linearizable: the search of Wing and Gong, "Testing and Verifying Concurrent Objects"
 * (1993), with the memoization of Lowe, "Testing for Linearizability" (2017), on a list as in Porcupine by Athalye. An
 * operation that has no answer may be left out.
 */
export function linearize<State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
  { maxSteps = MAX_STEPS }: SearchOptions = {},
): Verdict<Action> {
  let steps = 0;
  for (const maxUnanswered of [...FEW_UNANSWERED, Infinity]) {
    const isLast = maxUnanswered === Infinity;
    const limits = { maxSteps: isLast ? maxSteps - steps : maxSteps * SHARE_OF_FEW, maxUnanswered };
    const search = new LinearSearch(model, operations, limits);
    const end = search.run(model.initial, () => false);
    steps += search.steps;
    if (end === 'found') return { kind: 'linearizable', steps, order: search.order };
    if (end === 'undecided' || search.isLimited) continue;
    if (!search.stuckAt) throw new Error('a search without operations has failed');
    return { kind: 'contradiction', steps, stuckAt: search.stuckAt };
  }
  return { kind: 'undecided', steps };
}

/**
 * All states in which operations that were all answered may leave a model.
 * @returns undefined if that takes too many steps
 */
export function finalStates<State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
  { maxSteps = MAX_STEPS }: SearchOptions = {},
): readonly State[] | undefined {
  const states = new Map<string, State>();
  const search = new LinearSearch(model, operations, { maxSteps, maxUnanswered: Infinity });
  const end = search.run(model.initial, (state) => {
    states.set(model.keyOf(state), state);
    return true;
  });
  return end === 'undecided' ? undefined : [...states.values()];
}
