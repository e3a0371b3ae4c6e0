import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { TemporarilyUnavailableError } from '../../../src/common/app-error.js';
import { Database } from '../../../src/database/database.js';
import { translateDatabaseError } from '../../../src/database/database-errors.js';
import { SecretBox } from '../../../src/common/secret-box.js';
import { LateCommitments } from '../../../src/orders/commitments/late-commitments.task.js';
import { aboutOrder } from '../../../src/orders/order.entity.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { eventRows, eventTypes } from '../../support/account-events.js';
import { provenEvents } from '../../support/committed-codes.js';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { productDeliveredBy } from '../../support/own-handlers.js';
import { asked, reversalsOf } from '../../support/reversals.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const CALLERS = 64;

type Service = Pick<TestShop, 'service'>;

let shop: TestShop;
let other: Instance;
let faults: () => Promise<string[]>;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  // A shop of its own: what two servers of the shop do at the same time is the promise.
  other = await Instance.beside(shop);
  account = await shop.account({ balance: '100000' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await other.close();
});

/** Again while a busy server is unavailable, as every caller must; a deadlock is not expected. */
const again = <T>(work: () => Promise<T>): Promise<T> =>
  until(async () => {
    try {
      return { result: await work() };
    } catch (error) {
      const told = translateDatabaseError(error) ?? error;
      if (told instanceof TemporarilyUnavailableError && !String(error).includes('deadlock'))
        return undefined;
      throw error;
    }
  }).then(({ result }) => result);

async function placed(product: number, index: number): Promise<string> {
  const route = `newOrder/${product}/params?order_uuid=${randomUUID()}`;
  return until(async () => {
    const answer =
      index % 2 === 0
        ? await account.api(`/client/api/${route}`)
        : await other.send(account.token, route);
    return (answer.json as { data?: { order_id: string } }).data?.order_id;
  });
}

const accept = (on: Service, id: string) =>
  again(() => on.service(OrderCloseService).accept(id, { actor: 'operator:test' }));
const reject = (on: Service, id: string) =>
  again(() => on.service(OrderCloseService).reject(id, { reason: 'x', actor: 'operator:test' }));
const addCode = (on: Service, id: string) =>
  again(() =>
    on
      .service(Database)
      .transaction((manager: EntityManager) =>
        on.service(LaterCodes).add(manager, id, [fresh('RACE')], () => Promise.resolve(20)),
      ),
  );
const reverse = (on: Service, id: string) => again(() => reversalsOf(on).reverse(id, asked('0.1')));

const deadlocks = async (): Promise<string | undefined> => {
  const [row] = await shop.db.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks;
};

/** As a server of the release before does, which knows no commitments. */
const acceptAsBefore = (on: Service, id: string, codes: readonly string[]) =>
  again(() =>
    on.service(Database).transaction(async (manager: EntityManager) => {
      const order = await on.service(OrderRepository).lockById(manager, id);
      const sealed = on.service(SecretBox).encrypt(JSON.stringify(codes), aboutOrder(order!));
      const update = `UPDATE orders SET status = 'accept', decided_by = 'x', decided_at = now(), sealed_codes = $2
                      WHERE order_id = $1`;
      await manager.query(update, [id, sealed]);
    }),
  );

describe('codes without commitments, on two servers', () => {
  it('are committed to once, beside codes that are added and reversals', async () => {
    const product = await shop.product({ price: '2' });
    const before = await deadlocks();
    const orders = await Promise.all(
      Array.from({ length: CALLERS / 2 }, async (_, index) => {
        const id = await placed(product, index);
        const on = index % 3 === 0 ? shop : other;
        await acceptAsBefore(on, id, [fresh('RACE'), fresh('RACE')]);
        const late = [shop, other].map((one) => one.service(LateCommitments).run());
        await Promise.all([addCode(shop, id), addCode(other, id), ...late]);
        await reverse(on, id);
        return id;
      }),
    );
    await until(async () => {
      await shop.service(LateCommitments).run();
      const noted = 'SELECT FROM uncommitted_codes WHERE account_id = $1';
      return (await shop.db.query(noted, [account.id])).length === 0;
    });
    for (const id of orders) {
      const told = (await provenEvents(shop, id)).join(' ');
      expect(told).not.toContain('?');
      expect(told.match(/RACE/g)).toHaveLength(4);
    }
    expect((await shop.service(EventVerificationService).verify(account.id)).faults).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });
});

describe('orders of one account on two servers', () => {
  it('are numbered without a gap and lock each other out of nothing', async () => {
    const byHand = await shop.product({ price: '2' });
    const deliverInTransaction = () =>
      Promise.resolve({ kind: 'delivered', codes: [fresh('RACE')] } as const);
    const atOnce = await productDeliveredBy(shop, 'package', { deliverInTransaction });
    await other.untilKnown(account.token, atOnce);
    const before = await deadlocks();

    const expected = await Promise.all(
      Array.from({ length: CALLERS }, async (_, index): Promise<[string, string[]]> => {
        const on = index % 3 === 0 ? shop : other;
        // The other server does not have the handler of the test.
        const isAtOnce = index % 4 === 0;
        const id = await placed(isAtOnce ? atOnce : byHand, index);
        if (index % 4 === 1) {
          await reject(on, id);
          return [id, ['placed', 'rejected']];
        }
        if (!isAtOnce) await accept(on, id);
        if (!isAtOnce) await addCode(on, id);
        await Promise.all([reverse(shop, id), reverse(other, id)]);
        const ofCodes = isAtOnce ? [] : ['codes'];
        return [id, ['placed', 'accepted', ...ofCodes, 'reversed', 'reversed']];
      }),
    );

    for (const [id, types] of expected)
      expect([id, await eventTypes(shop.db, id)]).toEqual([id, types]);
    const events = await eventRows(shop.db, account.id);
    expect(events.map(({ number }) => Number(number))).toEqual(events.map((_, index) => index + 1));
    expect((await shop.service(EventVerificationService).verify(account.id)).faults).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });
});
