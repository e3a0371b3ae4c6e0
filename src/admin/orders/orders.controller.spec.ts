import type { Caller } from '../access/caller.js';
import type { OrderAdmin, MayGoOn } from './order-admin.service.js';
import { OrdersController } from './orders.controller.js';

type Dependencies = ConstructorParameters<typeof OrdersController>;

/** What a request for several orders asks before each of them. */
async function askedBefore(caller: object, timeLimit: AbortSignal): Promise<MayGoOn> {
  let asked: MayGoOn | undefined;
  const changes = {
    acceptAll: (...[, , , , mayGoOn]: Parameters<OrderAdmin['acceptAll']>) => {
      asked = mayGoOn;
      return Promise.resolve({ items: [] });
    },
  };
  const dependencies = [{}, {}, changes] as unknown as Dependencies;
  const controller = new OrdersController(...dependencies);
  const request = [{ operatorId: 1, key: 'k', route: '', body: Buffer.alloc(0) }] as const;
  await controller.acceptAll(caller as Caller, timeLimit, ...request, { order_ids: ['ID_1'] });
  if (!asked) throw new Error('nothing is asked before an order');
  return asked;
}

it('several orders are decided as long as the operator may, and the time is not over', async () => {
  const permissions: string[] = [];
  const limit = new AbortController();
  const mayGoOn = await askedBefore(
    { assertStillMay: (permission: string) => Promise.resolve(permissions.push(permission)) },
    limit.signal,
  );
  await mayGoOn();
  await mayGoOn();
  expect(permissions).toEqual(['orders.decide', 'orders.decide']);

  limit.abort(new Error('the time is over'));
  await expect(mayGoOn()).rejects.toThrow('the time is over');
  expect(permissions).toHaveLength(2);
});
