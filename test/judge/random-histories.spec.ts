import fc from 'fast-check';
import { linearize } from './linearize.js';
import { registerModel, type RegisterAction } from './models/register.js';
import type { Operation } from './search/operation.js';

type Action = RegisterAction<number>;

const FIRST = 0;
const NEVER = 99;

/** An operation with the moment at which it takes effect. */
interface Drawn {
  readonly beginsMs: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly value: number;
  readonly isWrite: boolean;
  readonly isAnswered: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  beginsMs: fc.integer({ min: 0, max: 2_000 }),
  beforeMs: fc.integer({ min: 0, max: 300 }),
  afterMs: fc.integer({ min: 0, max: 300 }),
  value: fc.integer({ min: 0, max: 3 }),
  isWrite: fc.boolean(),
  isAnswered: fc.boolean(),
});

/** What clients of a register would see of these operations. */
function simulated(drawings: readonly Drawn[]): Operation<Action>[] {
  const byEffect = drawings.toSorted(
    (one, other) => one.beginsMs + one.beforeMs - (other.beginsMs + other.beforeMs),
  );
  let present = FIRST;
  return byEffect.flatMap(({ beginsMs, beforeMs, afterMs, value, isWrite, isAnswered }, index) => {
    if (isWrite) present = value;
    else if (!isAnswered) return [];
    const action = { kind: isWrite ? 'write' : 'read', value: present } as const;
    const endMs = isAnswered ? beginsMs + beforeMs + afterMs : Infinity;
    return [operation(index, beginsMs, endMs, action)];
  });
}

function operation(
  index: number,
  startMs: number,
  endMs: number,
  action: Action,
): Operation<Action> {
  const text = `${action.kind} ${action.value}`;
  return { client: `c${index}`, instance: 'one', startMs, endMs, action, text };
}

/** Tries each order of each choice of the operations without an answer. */
function hasOrder(operations: readonly Operation<Action>[], state: number): boolean {
  if (operations.every(({ endMs }) => endMs === Infinity)) return true;
  const firstEndMs = operations.reduce((least, { endMs }) => Math.min(least, endMs), Infinity);
  return operations.some((one) => {
    if (one.startMs > firstEndMs) return false;
    const next = registerModel<number>(state).step(state, one.action)[0];
    return (
      next !== undefined &&
      hasOrder(
        operations.filter((other) => other !== one),
        next,
      )
    );
  });
}

it('takes what a register has answered', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 60 }), (drawings) => {
      expect(linearize(registerModel<number>(FIRST), simulated(drawings)).kind).toBe(
        'linearizable',
      );
    }),
    { numRuns: 300 },
  );
});

it('finds one read of a value that was never written', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), fc.nat(), (drawings, picked) => {
      const operations = simulated(drawings);
      const reads = operations.filter(({ action }) => action.kind === 'read');
      const changed = reads[picked % Math.max(reads.length, 1)];
      fc.pre(changed !== undefined);
      const wrong = operations.map((one) =>
        one === changed ? { ...one, action: { kind: 'read', value: NEVER } as const } : one,
      );
      expect(linearize(registerModel<number>(FIRST), wrong).kind).toBe('contradiction');
    }),
    { numRuns: 200 },
  );
});

it('agrees with a search of all orders', () => {
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: fc.constantFrom('write', 'read'), value: fc.integer({ min: 0, max: 2 }) }),
    fc.record({
      kind: fc.constant('exchange' as const),
      expected: fc.integer({ min: 0, max: 2 }),
      value: fc.integer({ min: 0, max: 2 }),
      isDone: fc.boolean(),
    }),
  );
  const any = fc.tuple(
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 5 }),
    fc.nat(4),
    action,
  );
  const verdicts = new Map<boolean, number>();
  fc.assert(
    fc.property(fc.array(any, { maxLength: 7 }), (drawings) => {
      const operations = drawings.map(([startMs, length, answer, one], index) =>
        operation(index, startMs, answer === 0 ? Infinity : startMs + length, one),
      );
      const isRight = hasOrder(operations, FIRST);
      verdicts.set(isRight, (verdicts.get(isRight) ?? 0) + 1);
      const verdict = linearize(registerModel<number>(FIRST), operations);
      expect(verdict.kind).toBe(isRight ? 'linearizable' : 'contradiction');
    }),
    { numRuns: 2_000 },
  );
  // A generator of right histories alone would show nothing.
  expect(Math.min(verdicts.get(true) ?? 0, verdicts.get(false) ?? 0)).toBeGreaterThan(100);
});
