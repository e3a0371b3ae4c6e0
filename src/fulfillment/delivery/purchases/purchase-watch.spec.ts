import { pino } from 'pino';
import { vi } from 'vitest';
import type { DuePurchase, DuePurchases } from '../../upstream/checks/due-purchases.repository.js';
import type { PurchaseChecks } from '../../upstream/checks/purchase-checks.service.js';
import type { CheckedPurchases } from './checked-purchases.service.js';
import { PurchaseWatch } from './purchase-watch.js';

const of = (supplier: string, count: number): DuePurchase[] =>
  Array.from({ length: count }, (_, number) => ({
    ...{ accountId: 1, orderId: `ID_${number}`, supplier },
    ...{ supplierOrder: `T_${number}`, sentAt: new Date(), takenUntil: new Date() },
  }));

function watching(ask: PurchaseChecks['ask']) {
  const take = vi.fn<DuePurchases['take']>(() => Promise.resolve([]));
  const goOn = vi.fn<CheckedPurchases['goOn']>(() => Promise.resolve());
  const logger = pino({ level: 'silent' });
  const parts = [{ take }, { ask }, { goOn }] as unknown;
  const [due, checks, checked] = parts as [DuePurchases, PurchaseChecks, CheckedPurchases];
  return {
    take,
    goOn,
    watch: Object.assign(new PurchaseWatch(due, checks, checked, false), { logger }),
  };
}

it('a supplier is asked about hundreds of orders by one check after the other', async () => {
  const sizes: number[] = [];
  let running = 0;
  const { watch, take } = watching(async (_, purchases) => {
    sizes.push(purchases.length);
    expect(++running).toBe(1);
    await Promise.resolve();
    running--;
    return [];
  });
  take.mockResolvedValueOnce(of('acme', 205));
  await Promise.all(await watch.run());

  expect(sizes).toEqual([100, 100, 5]);
  expect(take).toHaveBeenCalledWith([], 1_000);
});

it('a supplier that does not answer keeps no other one waiting, and is not asked again meanwhile', async () => {
  const silence = Promise.withResolvers<never[]>();
  const { watch, take, goOn } = watching((name) =>
    name === 'silent' ? silence.promise : Promise.resolve([]),
  );
  take.mockResolvedValueOnce([...of('silent', 1), ...of('acme', 1)]);
  const [silent, acme] = await watch.run();
  await acme;
  expect(goOn).toHaveBeenCalledTimes(1);
  expect(await watch.run()).toEqual([]);
  expect(take).toHaveBeenLastCalledWith(['silent'], 1_000);

  silence.reject(new Error('a fault'));
  await silent;
  expect(await watch.run()).toEqual([]);
  expect(take).toHaveBeenLastCalledWith([], 1_000);
});
