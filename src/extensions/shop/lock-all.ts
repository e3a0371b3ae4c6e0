import type { EntityManager } from 'typeorm';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { OperatorError } from '../../common/app-error.js';
import { noSuchOrder } from '../../orders/no-such-order.js';
import type { Services, ThingId } from '../../operations/operation.js';
import { OrderRepository } from '../../orders/order.repository.js';
import type { ShopLocks } from './shop.js';
import type { ShopUse } from './shop-use.js';

/** Methods whose first argument is an account. */
const OF_ACCOUNT: ReadonlySet<ShopUse> = new Set([
  'balance.deposit',
  'balance.adjust',
  'accounts.set',
  'tokens.issue',
]);

/** What a transaction has locked. */
export class Locked {
  constructor(
    private readonly orders: ReadonlySet<ThingId>,
    private readonly accounts: ReadonlySet<ThingId>,
  ) {}

  /** Whoever locked more later could wait for somebody who waits for it. @throws OperatorError */
  assertHas(use: ShopUse, id: ThingId = ''): void {
    const [kind, locked] = OF_ACCOUNT.has(use)
      ? (['accounts', this.accounts] as const)
      : (['orders', use.startsWith('orders.') ? this.orders : undefined] as const);
    if (!locked || locked.has(id)) return;
    throw new OperatorError(
      `Shop.${use} is called in a transaction that has not named ${id}; add it to "${kind}" of its first argument.`,
    );
  }
}

/**
 * Locks orders, and then their accounts and the others, by id, as all transactions do.
 * @param locks orders by id
 * @throws MissingError
 */
export async function lockAll(
  services: Services,
  manager: EntityManager,
  { orders = [], accounts = [] }: ShopLocks,
): Promise<Locked> {
  const all = new Set(accounts);
  for (const id of orders) {
    const order = await services(OrderRepository).lockById(manager, id);
    if (!order) throw noSuchOrder(id);
    all.add(order.accountId);
  }
  for (const id of [...all].sort((one, other) => one - other)) {
    await services(BalanceService).lock(manager, id);
  }
  return new Locked(new Set(orders), all);
}
