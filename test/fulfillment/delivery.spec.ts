import { randomUUID } from 'node:crypto';
import type { FulfillmentStep } from '../../src/catalog/fulfillment-step.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { HandlerRegistry } from '../../src/fulfillment/handlers/handler.registry.js';
import { OverdueDeliveries } from '../../src/fulfillment/delivery/overdue-deliveries.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
  WaitingOrder,
} from '../../src/orders/delivery/fulfillment-handler.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { OrderListService } from '../../src/orders/order-list.service.js';
import { QuantityNotAvailableError } from '../../src/orders/rules/orders.errors.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** A handler whose answers a test decides, and which records the orders. */
class ScriptedHandler implements FulfillmentHandler {
  readonly asked: WaitingOrder[] = [];
  answer: () => Promise<FulfillmentOutcome> = () => Promise.reject(new Error('no script'));

  constructor(readonly code: string) {}

  checkSettings(): void {
    // All are valid.
  }

  deliver(order: WaitingOrder): Promise<FulfillmentOutcome> {
    this.asked.push(order);
    return this.answer();
  }
}

const DELIVERED: FulfillmentOutcome = { kind: 'delivered', codes: ['A-1'] };
const REFUSED: FulfillmentOutcome = { kind: 'refused', reason: 'sold out' };

let shop: TestShop;
let account: TestAccount;
let first: ScriptedHandler;
let second: ScriptedHandler;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '1000' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});
beforeEach(() => {
  first = new ScriptedHandler(fresh('first'));
  second = new ScriptedHandler(fresh('second'));
  const { handlers } = shop.service(HandlerRegistry) as unknown as {
    handlers: Map<string, FulfillmentHandler>;
  };
  for (const handler of [first, second]) handlers.set(handler.code, handler);
});

/** Places an order of a product that both handlers deliver. */
async function place(...handlers: readonly { code: string }[]): Promise<string> {
  const fulfillment = handlers.map(({ code }): FulfillmentStep => ({
    handler: code,
    settings: {},
  }));
  const id = await shop.product({ price: '2', type: 'package', fulfillment });
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Seen {
  readonly status: string;
  readonly codes: string[] | null;
  readonly tries: number;
  readonly note: string;
  readonly closed: boolean;
  readonly step: number;
  /** False when the operator is to deliver it, or nobody any more. */
  readonly due: boolean;
}

async function see(orderId: string): Promise<Seen> {
  const [row] = await shop.db.query<Omit<Seen, 'codes'> & { tries: number }>(
    `SELECT status, tries, note, closed, step, due_at IS NOT NULL AS due
     FROM orders JOIN fulfillments USING (account_id, order_id) WHERE order_id = $1`,
    [orderId],
  );
  const { deliveredCodes: codes } = await shop.service(OrderListService).get(orderId);
  return { ...row!, codes };
}

function seenOnce(orderId: string, good: (seen: Seen) => boolean): Promise<Seen> {
  return until(async () => {
    const seen = await see(orderId);
    return good(seen) && seen;
  });
}

/** The reason that the reseller reads. */
async function reasonFor(orderId: string): Promise<unknown> {
  const { json } = await account.api(`/client/api/check?orders=${orderId}&details=1`);
  return (json as { data: { reason?: unknown }[] }).data[0]?.reason;
}

const isClosed = ({ closed }: Seen): boolean => closed;

describe('the delivery of an order', () => {
  it('accepts what the handler has delivered', async () => {
    first.answer = () => Promise.resolve(DELIVERED);

    expect(await seenOnce(await place(first), isClosed)).toMatchObject({
      status: 'accept',
      codes: ['A-1'],
    });
    expect(first.asked[0]).toMatchObject({ quantity: '1', total: '2', rehearsal: false });
  });

  it('falls through to the next handler when one refuses', async () => {
    first.answer = () => Promise.resolve(REFUSED);
    second.answer = () => Promise.resolve(DELIVERED);

    expect(await seenOnce(await place(first, second), isClosed)).toMatchObject({
      status: 'accept',
    });
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  });

  it('rejects and gives the money back when the last handler refuses', async () => {
    first.answer = second.answer = () => Promise.resolve(REFUSED);
    const orderId = await place(first, second);

    expect(await seenOnce(orderId, isClosed)).toMatchObject({ status: 'reject' });
    const refunds = await shop.db.query(
      "SELECT note, actor FROM ledger_entries WHERE order_id = $1 AND kind = 'refund'",
      [orderId],
    );
    // The ledger names no handler, because resellers read it.
    expect(refunds).toEqual([{ note: '', actor: 'shop' }]);
    const { decisionNote } = await shop.service(OrderListService).get(orderId);
    expect([decisionNote, await reasonFor(orderId)]).toEqual(['sold out', null]);
  });

  it('tells the reseller only what the last handler says for the reseller', async () => {
    first.answer = () => Promise.resolve({ ...REFUSED, reasonForReseller: 'the first' });
    second.answer = () => Promise.resolve({ ...REFUSED, reasonForReseller: ' wrong player\0 ' });
    const orderId = await place(first, second);

    expect(await seenOnce(orderId, isClosed)).toMatchObject({ status: 'reject' });
    const notes = await shop.db.query(
      "SELECT note FROM ledger_entries WHERE order_id = $1 AND kind = 'refund'",
      [orderId],
    );
    expect(notes).toEqual([{ note: 'wrong player' }]);
    const { decisionNote } = await shop.service(OrderListService).get(orderId);
    expect([decisionNote, await reasonFor(orderId)]).toEqual(['sold out', 'wrong player']);
  });

  it('falls through to the operator', async () => {
    first.answer = () => Promise.resolve(REFUSED);
    const orderId = await place(first, { code: 'manual' });

    const left = await seenOnce(orderId, ({ step, due }) => step === 1 && !due);
    expect(left).toMatchObject({ status: 'wait', closed: false });
    expect(first.asked).toHaveLength(1);
    await shop.service(OrderCloseService).reject(orderId, { reason: 'no', actor: 'test' });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the line went dead'))],
    ['answers nothing', () => Promise.resolve(undefined as unknown as FulfillmentOutcome)],
    ['answers an empty code', () => Promise.resolve({ ...DELIVERED, codes: [''] })],
    [
      'answers a reason for the reseller that is no text',
      () => Promise.resolve({ ...REFUSED, reasonForReseller: 7 } as unknown as FulfillmentOutcome),
    ],
    [
      'answers an unknown word',
      () => Promise.resolve({ kind: 'done' } as unknown as FulfillmentOutcome),
    ],
  ])('knows nothing while the handler %s, and asks nobody else', async (_, answer) => {
    first.answer = answer;
    second.answer = () => Promise.resolve(DELIVERED);

    const seen = await seenOnce(await place(first, second), ({ tries }) => tries > 0);

    expect(seen).toMatchObject({ status: 'wait', closed: false });
    expect(seen.note).not.toBe('');
    expect(second.asked).toEqual([]);
  });

  it('asks again when it was told to, until there is an answer', async () => {
    first.answer = () =>
      Promise.resolve(
        first.asked.length < 3 ? { kind: 'pending', againInSeconds: 0, note: 'soon' } : DELIVERED,
      );

    await seenOnce(await place(first), isClosed);
    expect(first.asked).toHaveLength(3);
  });

  it('is closed once, however many jobs run at the same time', async () => {
    const all = Promise.withResolvers<undefined>();
    first.answer = async () => {
      const codes = [`A-${first.asked.length}`];
      await all.promise;
      return { kind: 'delivered', codes };
    };
    const orderId = await place(first);
    const key = { accountId: account.id, orderId };
    const job = shop.service(FulfillmentJob);
    const runs = Array.from({ length: 16 }, () => job.run(key));
    await until(() => first.asked.length >= runs.length);
    all.resolve(undefined);
    await Promise.all(runs);

    expect((await seenOnce(orderId, isClosed)).codes).toHaveLength(1);
    await job.run(key);
    expect((await see(orderId)).status).toBe('accept');
  });

  it('ends when the operator closes the order first', async () => {
    const { promise, resolve } = Promise.withResolvers<FulfillmentOutcome>();
    first.answer = () => promise;
    const orderId = await place(first);
    await seenOnce(orderId, () => first.asked.length > 0);
    await shop.service(OrderCloseService).reject(orderId, { reason: 'no', actor: 'test' });
    resolve(DELIVERED);

    expect(await seenOnce(orderId, isClosed)).toMatchObject({ status: 'reject', codes: null });
  });

  it('is not forgotten when its job is lost', async () => {
    first.answer = () => Promise.reject(new Error('not yet'));
    const orderId = await place(first);
    await seenOnce(orderId, ({ tries }) => tries > 0);
    // The next job of this order is lost; until it is overdue, nobody asks.
    await shop.jobsDone('fulfillment', account.id);
    await shop.db.query("DELETE FROM pgboss.job WHERE data ->> 'orderId' = $1", [orderId]);
    first.answer = () => Promise.resolve(DELIVERED);
    const overdue = shop.service(OverdueDeliveries);
    // The shop looks for overdue deliveries by itself, too, and may be the first.
    const makeOverdue = () =>
      shop.db.query(
        "UPDATE fulfillments SET due_at = now() - interval '10 minutes' WHERE order_id = $1",
        [orderId],
      );
    await until(async () => {
      await makeOverdue();
      await overdue.run();
      return isClosed(await see(orderId));
    });
    expect(await see(orderId)).toMatchObject({ status: 'accept' });

    // One that has ended is never overdue.
    await shop.jobsDone('fulfillment', account.id);
    await makeOverdue();
    await overdue.run();
    const jobs = `SELECT FROM pgboss.job WHERE data ->> 'orderId' = $1 AND state < 'completed'`;
    expect(await shop.db.query(jobs, [orderId])).toEqual([]);
  });

  it('waits, and says so, when a handler was taken out of the configuration', async () => {
    const seen = await seenOnce(await place({ code: 'gone' }, second), ({ tries }) => tries > 0);

    expect(seen).toMatchObject({
      status: 'wait',
      note: expect.stringContaining('"gone"') as string,
    });
    expect(second.asked).toEqual([]);
  });
});

describe('a handler that delivers within the transaction', () => {
  it('has the order accepted at once, or refused with 105 when nobody else can deliver', async () => {
    let stock = 1;
    const { handlers } = shop.service(HandlerRegistry) as unknown as {
      handlers: Map<string, FulfillmentHandler>;
    };
    const code = fresh('at-once');
    handlers.set(code, {
      code,
      checkSettings: () => undefined,
      deliverInTransaction: () =>
        Promise.resolve(stock-- > 0 ? { ...DELIVERED, kind: 'delivered' } : REFUSED),
    });
    const fulfillment = [{ handler: code, settings: {} }];
    const id = await shop.product({ price: '2', type: 'package', fulfillment });
    const order = (uuid: string) =>
      account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}`);
    const [uuid, other] = [randomUUID(), randomUUID()];

    expect((await order(uuid)).json).toMatchObject({
      data: { status: 'accept', replay_api: [{ replay: ['A-1'] }] },
    });
    expect((await order(other)).json).toMatchObject({
      code: QuantityNotAvailableError.wire.code,
    });
    expect((await order(uuid)).json).toMatchObject({ data: { status: 'accept' } });
  });
});

describe('the registry', () => {
  it.each([
    ['two handlers with one code', [new ScriptedHandler('a'), new ScriptedHandler('a')]],
    ['a handler without a code', [new ScriptedHandler('')]],
    ['a code with a space', [new ScriptedHandler('a b')]],
  ])('refuses %s', (_, handlers) => {
    expect(() => new HandlerRegistry(handlers)).toThrow(/^[^\n]+\.$/);
  });

  it('stops the start of the server', async () => {
    const module = new URL('../support/twice.handlers.mjs', import.meta.url).pathname;
    // A shop of its own: settings keep it from starting.
    const start = (file: string) => startTestShop({ FULFILLMENT_MODULES: file });

    await expect(start(module)).rejects.toThrow(
      'Two fulfillment handlers have the code "twice"; rename one of them.',
    );
    await expect(start('/nowhere.mjs')).rejects.toThrow(
      /FULFILLMENT_MODULES names \/nowhere.mjs, which cannot be loaded/,
    );
  });
});
