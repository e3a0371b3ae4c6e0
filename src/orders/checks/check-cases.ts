import assert from 'node:assert/strict';
import { shapeFault } from '../../common/port-shape.js';
import type { OrderToFulfill } from '../delivery/fulfillment-handler.js';
import { sampleOrder } from '../delivery/sample-order.js';
import { CHECK_SHAPE } from './check-shape.js';
import type { OrderCaller, OrderCheck, OrderRefusal } from './order-check.js';
import { refusalOf } from './order-refused-error.js';

/** A check under test. */
export interface CheckSubject {
  readonly check: OrderCheck;
  /** What the extension declares. */
  readonly errors: readonly OrderRefusal[];
  /** Properties of an order that the check concerns and lets pass, where the defaults do not suffice. */
  readonly passing?: Partial<OrderToFulfill>;
  /** Properties of an order that it concerns and refuses. */
  readonly refused: Partial<OrderToFulfill>;
  /** Properties of an order that it does not concern; undefined if it concerns all. */
  readonly unconcerned?: Partial<OrderToFulfill>;
  /** Runs `check` in a transaction that is rolled back. */
  readonly inTransaction: (order: OrderToFulfill, caller: OrderCaller) => Promise<void>;
}

/** One promise that every check must keep; `run` throws if the check breaks it. */
export interface CheckCase {
  readonly name: string;
  readonly run: (subject: CheckSubject) => Promise<void>;
}

const CALLER: OrderCaller = Object.freeze({
  accountId: 1,
  name: 'Acme',
  groupId: null,
  testing: false,
});

/** The promises of the port, as cases for any test runner. */
export const CHECK_CASES: readonly CheckCase[] = [
  {
    name: 'has a name and all methods',
    run: async ({ check }) => {
      assert.equal(shapeFault(check, CHECK_SHAPE), undefined);
      await Promise.resolve();
    },
  },
  {
    name: 'says true or false, and the same again, to whether an order concerns it',
    run: async ({ check, passing = {}, refused, unconcerned }) => {
      for (const [change, concern] of [
        [passing, true],
        [refused, true],
        ...(unconcerned ? ([[unconcerned, false]] as const) : []),
      ] as const) {
        const order = sampleOrder(change);
        assert.equal(check.concerns(order), concern, JSON.stringify(change));
        assert.equal(check.concerns(order), concern, 'concerns is not pure');
      }
      await Promise.resolve();
    },
  },
  {
    name: 'lets an order pass, and does so again after a rollback',
    run: async ({ inTransaction, passing = {} }) => {
      await inTransaction(sampleOrder(passing), CALLER);
      await inTransaction(sampleOrder(passing), CALLER);
    },
  },
  {
    name: 'refuses an order with an OrderRefusedError of a declared code',
    run: async ({ inTransaction, refused, errors }) => {
      const thrown: unknown = await inTransaction(sampleOrder(refused), CALLER).then(
        () => undefined,
        (error: unknown) => error,
      );
      const refusal = refusalOf(thrown);
      assert.ok(refusal, `check threw no OrderRefusedError: ${String(thrown)}`);
      const codes = errors.map(({ code }) => code);
      assert.ok(codes.includes(Number(refusal.code)), `${String(refusal.code)} is not declared`);
    },
  },
];
