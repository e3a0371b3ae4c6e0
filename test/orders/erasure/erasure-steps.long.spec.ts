import { randomUUID } from 'node:crypto';
import { newSecretKey, SecretUnreadableError } from '../../../src/common/secret-box.js';
import {
  AgedOrders,
  ORDERS_PER_LOOK,
  type AgeProgress,
} from '../../../src/orders/erasure/aged-orders.js';
import { ErasureSteps, ORDERS_PER_STEP } from '../../../src/orders/erasure/erasure-steps.js';
import { ErasureTask } from '../../../src/orders/erasure/erasure.task.js';
import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { PlantedShop } from './planted-shop.js';
import { placesOf } from './places-of.js';

const DAYS = 30;

let shop: TestShop;
let owner: TestOperator;
let planted: PlantedShop;

beforeEach(async () => {
  // A shop of its own: all its orders are looked at, and some are erased by their age.
  shop = await startTestShop({
    SECRET_KEYS: newSecretKey(),
    ERASE_ORDERS_AFTER_DAYS: String(DAYS),
  });
  await shop.service(ErasureTask).beforeApplicationShutdown();
  owner = await TestOperator.of(shop, 'owner');
  planted = await PlantedShop.in(shop, owner);
});
afterEach(() => shop.close());

const PLACED = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total, field_schema,
    sent_fields, fields, extra_parameters, status, decided_by, decided_at)
  SELECT $1, 'ID_0000000000000001', 'key', 1, '60 UC', 1, 1, 1, '[]', json_build_array(json_build_array('playerId', $2::text)),
         json_build_object('playerId', $2::text), '[]', 'accept', 'test', now()`;

/** Orders that an earlier run has erased. */
const ERASED_BEFORE = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total, field_schema,
    sent_fields, fields, extra_parameters, status, decided_by, decided_at, erased_at)
  SELECT $1, 'ID_' || lpad(number::text, 16, '0'), 'key ' || number, 1, '60 UC', 1, 1, 1, '[]', '[]', '{}', '[]',
         'accept', 'test', now(), now()
  FROM generate_series(1, $2::integer) AS one (number)`;

const NEVER = new AbortController().signal;
const steps = () => shop.service(ErasureSteps);
const listed = async () =>
  (await owner.get<{ items: Record<string, unknown>[] }>('GET erasures')).items[0]!;

/** It begins once the transactions are over that were under way when it was asked for. */
const finished = () =>
  until(async () => {
    await steps().run(NEVER);
    return (await listed()).state === 'done';
  });

describe('an erasure that is interrupted', () => {
  const COUNT = 2 * ORDERS_PER_STEP + 30;

  it('goes on behind its last step, and erases nothing twice', async () => {
    for (let count = 0; count < COUNT; count++) await planted.placed('often');
    await shop.db.query(
      "UPDATE orders SET status = 'accept', decided_by = 'test', decided_at = now() WHERE status = 'wait'",
    );
    const { id } = planted.account;
    await owner.ask('POST erasures', { body: { account_id: id }, key: randomUUID() });
    await until(() => steps().isOpen());
    const killed = vi
      .spyOn(shop.service(OrderEraser), 'erase')
      .mockRejectedValue(new Error('killed'));
    await expect(steps().run(NEVER)).rejects.toThrow('killed');
    killed.mockRestore();
    expect(await listed()).toMatchObject({ state: 'orders', orders: COUNT, looked_at: 0 });

    const stop = new AbortController();
    const eraser = shop.service(OrderEraser);
    const erase = eraser.erase.bind(eraser);
    const stopped = vi.spyOn(eraser, 'erase').mockImplementation((...given) => {
      stop.abort();
      return erase(...given);
    });
    await expect(steps().run(stop.signal)).rejects.toThrow();
    stopped.mockRestore();
    const done = { looked_at: ORDERS_PER_STEP, erased: ORDERS_PER_STEP };
    expect(await listed()).toMatchObject({ state: 'orders', ...done });
    await steps().run(NEVER);
    expect(await listed()).toMatchObject({ state: 'done', looked_at: COUNT, erased: COUNT });
    expect(await placesOf(shop.db, 'often')).toEqual([]);
    expect(await invariantFaults(shop.db)).toEqual([]);
  });
});

describe('an erasure whose value cannot be decrypted, since its secret key is gone', () => {
  it('says so, keeps no other one from being done, and is done itself once the key is back', async () => {
    const ask = (value: string) =>
      owner.ask('POST erasures', { body: { value }, key: randomUUID() });
    await ask('of-a-lost-key');
    const [encrypted] = await shop.db.query<{ value: Buffer }>(
      'SELECT sealed_value AS value FROM erasures',
    );
    await shop.db.query("UPDATE erasures SET sealed_value = '\\x00' || sealed_value");
    await ask('later');
    await until(async () => {
      await steps()
        .run(NEVER)
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(SecretUnreadableError);
        });
      return (await listed()).state === 'done';
    });
    await expect(steps().run(NEVER)).rejects.toThrow(SecretUnreadableError);
    const byAge = vi.spyOn(shop.service(AgedOrders), 'run');
    await expect(shop.service(ErasureTask).run()).rejects.toThrow(SecretUnreadableError);
    expect(byAge).toHaveBeenCalledOnce();

    await shop.db.query('UPDATE erasures SET sealed_value = $1 WHERE sealed_value IS NOT NULL', [
      encrypted!.value,
    ]);
    await steps().run(NEVER);
    expect(await steps().isOpen()).toBe(false);
  });
});

describe('an order that is being placed when its player is to be erased', () => {
  it('is erased, however late its transaction ends', async () => {
    const player = 'placed-just-before';
    const [sent, answered] = [Promise.withResolvers(), Promise.withResolvers()];
    const placing = shop.inTransaction(async (manager) => {
      await manager.query(PLACED, [planted.account.id, player]);
      sent.resolve(undefined);
      await answered.promise;
    });
    await sent.promise;
    await owner.ask('POST erasures', { body: { value: player }, key: randomUUID() });
    await steps().run(NEVER);
    answered.resolve(undefined);
    await placing;
    await finished();
    expect(await placesOf(shop.db, player)).toEqual([]);
  });
});

describe('orders that are old enough', () => {
  const age = (days: number) =>
    shop.db.query("UPDATE orders SET created_at = created_at - $1 * interval '1 day'", [days]);
  const isErased = async (id: string) =>
    (await shop.db.query('SELECT FROM orders WHERE order_id = $1 AND erased_at IS NOT NULL', [id]))
      .length === 1;

  it('are erased, those that wait once they are decided, and younger ones not', async () => {
    const [old, waiting] = [await planted.placed('old-one'), await planted.placed('waits')];
    await planted.decide(old, 'accept', {});
    await age(DAYS + 1);
    const young = await planted.placed('young');
    await planted.decide(young, 'accept', {});

    const first = await shop.service(AgedOrders).run(undefined, () => false, NEVER);
    expect(first.isCut).toBe(false);
    expect([await isErased(old.id), await isErased(waiting.id), await isErased(young.id)]).toEqual([
      ...[true, false, false],
    ]);
    await planted.decide(waiting, 'accept', {});
    await shop.service(AgedOrders).run(first.progress, () => false, NEVER);
    expect(await isErased(waiting.id)).toBe(true);
    expect(await isErased(young.id)).toBe(false);
  });

  it('are erased once they are decided, also where runs have passed them that were cut off', async () => {
    const waiting = await planted.placed('waits-behind');
    const behind = [planted.account.id, ORDERS_PER_LOOK];
    await shop.db.query(ERASED_BEFORE, behind);
    await age(DAYS + 1);
    const run = (last: AgeProgress | undefined, isOver: boolean) =>
      shop.service(AgedOrders).run(last, () => isOver, NEVER);

    const cut = await run(undefined, true);
    expect(cut.isCut).toBe(true);
    await planted.decide(waiting, 'accept', {});
    const end = await run(cut.progress, false);
    expect(end.isCut).toBe(false);
    const again = await run(end.progress, false);
    expect(await isErased(waiting.id)).toBe(true);
    expect((await run(again.progress, false)).progress).toEqual(again.progress);
  });

  it('begin anew in another history of the database, as after a restore', async () => {
    const old = await planted.placed('old-one');
    await planted.decide(old, 'accept', {});
    await age(DAYS + 1);
    const elsewhere = { time: new Date().toISOString(), id: '', lineage: 'another' };
    await shop.service(AgedOrders).run(elsewhere, () => false, NEVER);
    expect(await isErased(old.id)).toBe(true);
  });
});
