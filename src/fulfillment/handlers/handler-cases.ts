import assert from 'node:assert/strict';
import { pino } from 'pino';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { isOperatorError } from '../../common/app-error.js';
import type {
  Delivered,
  DeliveryContext,
  FulfillmentHandler,
  FulfillmentOutcome,
  Refused,
  WaitingOrder,
} from '../../orders/delivery/fulfillment-handler.js';
import { sampleOrder } from '../../orders/delivery/sample-order.js';
import { MAX_CODES_PER_ORDER } from './code-bounds.js';
import { handlerFault } from './handler-fault.js';
import { checkedOutcome } from './outcomes.js';

/** A handler under test. */
export interface HandlerSubject {
  readonly handler: FulfillmentHandler;
  /** Valid settings, and some that the handler must refuse. */
  readonly settings: FulfillmentSettings;
  readonly wrongSettings: FulfillmentSettings;
  /** Properties of the order that the handler needs, where the defaults do not suffice. */
  readonly order?: Partial<WaitingOrder>;
  /** Calls `deliverInTransaction` in a transaction and commits it; for handlers that have this method. */
  readonly inTransaction?: (order: WaitingOrder) => Promise<Delivered | Refused>;
  /** Sends the callback by which the supplier says what has become of the order; it may come more than once. */
  readonly callBack?: (order: WaitingOrder) => Promise<void>;
}

/** One promise that every handler must keep; `run` throws if the handler breaks it. */
export interface HandlerCase {
  readonly name: string;
  readonly run: (subject: HandlerSubject) => Promise<void>;
}

/** The time that a handler has for its answer. */
const TIMEOUT_MS = 120_000;

/**
 * The promises of the port, as cases for any test runner. They really call the handler, so give it suppliers and stock
 * that are made for tests.
 */
export const HANDLER_CASES: readonly HandlerCase[] = [
  {
    name: 'has a code, and delivers in one way: within the transaction, in a job, or not at all',
    run: ({ handler }) => {
      assert.equal(handlerFault(handler), undefined);
      return Promise.resolve();
    },
  },
  {
    name: 'takes good settings',
    run: async ({ handler, settings }) => {
      await handler.checkSettings(settings);
    },
  },
  {
    name: 'refuses wrong settings in one sentence',
    run: async ({ handler, wrongSettings }) => {
      const error = await refusalOf(() => handler.checkSettings(wrongSettings));
      assert.ok(isOperatorError(error), 'checkSettings throws no OperatorError');
      assert.match(error.message, /^[^\n]+\.$/, 'the message is no sentence');
    },
  },
  {
    name: 'answers delivered, pending or refused, with all that belongs to it',
    run: async (subject) => {
      const order = orderFor(subject, 1);
      const answer = await ask(subject, order);
      // A product may have the most codes of one piece that are possible.
      const bounds = { quantity: order.quantity, codesPerPiece: MAX_CODES_PER_ORDER };
      if (answer) checkedOutcome(answer, bounds);
    },
  },
  {
    name: 'answers the same when it is asked again about an order',
    run: async (subject) => {
      const order = orderFor(subject, 2);
      const first = await ask(subject, order);
      if (first?.kind === 'pending') return;
      assert.deepEqual(await ask(subject, order), first);
    },
  },
  {
    name: 'delivers one order once, however many ask at the same time',
    run: async (subject) => {
      const order = orderFor(subject, 3);
      const answers = subject.handler.deliverInTransaction
        ? [await ask(subject, order), await ask(subject, order)]
        : await Promise.all(Array.from({ length: 8 }, () => ask(subject, order)));
      const delivered = answers.filter((answer) => answer?.kind === 'delivered');
      for (const answer of delivered) assert.deepEqual(answer, delivered[0]);
    },
  },
  {
    name: 'never delivers two orders with the same codes',
    run: async (subject) => {
      const answers = [
        await ask(subject, orderFor(subject, 4)),
        await ask(subject, orderFor(subject, 5)),
      ];
      const codes = answers.flatMap((answer) =>
        answer?.kind === 'delivered' ? [...answer.codes] : [],
      );
      assert.equal(new Set(codes).size, codes.length, 'a code was delivered twice');
    },
  },
  {
    name: 'finds by check what it has delivered, and nothing of an order that it was not asked about',
    run: async (subject) => {
      if (!subject.handler.check) return;
      const [known, unknown] = [orderFor(subject, 6), orderFor(subject, 7)];
      const answer = await ask(subject, known);
      const found = await check(subject, known);
      if (answer?.kind === 'pending') assert.ok(found, 'check finds nothing of what is pending');
      else assert.deepEqual(found, answer);
      assert.equal(await check(subject, unknown), undefined);
    },
  },
  {
    name: 'ends an order by the callback of its supplier, however often that comes',
    run: async (subject) => {
      const { callBack } = subject;
      if (!callBack) return;
      const order = orderFor(subject, 8);
      assert.equal((await ask(subject, order))?.kind, 'pending', 'it waits for no callback');
      await callBack(order);
      const first = await askAgain(subject, order);
      assert.ok(first && first.kind !== 'pending', 'it is pending after the callback');
      await Promise.all([callBack(order), callBack(order)]);
      for (let times = 0; times < 8; times++) {
        assert.deepEqual(await askAgain(subject, order), first);
      }
    },
  },
];

/** As the shop does at the second attempt. */
async function askAgain(
  subject: HandlerSubject,
  order: WaitingOrder,
): Promise<FulfillmentOutcome | undefined> {
  return (await check(subject, order)) ?? (await ask(subject, order));
}

async function check(
  { handler, settings }: HandlerSubject,
  order: WaitingOrder,
): Promise<FulfillmentOutcome | undefined> {
  return handler.check?.(order, settings, context(2));
}

async function ask(
  { handler, settings, inTransaction }: HandlerSubject,
  order: WaitingOrder,
): Promise<FulfillmentOutcome | undefined> {
  if (!handler.deliverInTransaction) return handler.deliver?.(order, settings, context(1));
  assert.ok(inTransaction, 'inTransaction is needed for a handler with deliverInTransaction');
  return inTransaction(order);
}

/** As a handler gets it; nothing is logged. */
function context(attempt: number): DeliveryContext {
  const logger = pino({ level: 'silent' });
  return { signal: AbortSignal.timeout(TIMEOUT_MS), logger, attempt };
}

function orderFor({ handler, order }: HandlerSubject, number: number): WaitingOrder {
  return sampleOrder({
    orderId: `ID_${number.toString(16).padStart(16, '0')}`,
    rehearsal: handler.rehearses ?? false,
    createdAt: new Date(),
    ...order,
  });
}

async function refusalOf(work: () => void | Promise<void>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}
