import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { Happenings } from './ordered-hearing.js';
import { reversalsOf } from './reversals.js';
import type { TestAccount, TestShop } from './test-shop.js';

/** What a driver knows to have happened: the type of an event, and what tells it from others. */
export type Happened = readonly [type: string, what: string];

/** The same of an event that was told. */
export function happenedOf({ type, data }: { type: string; data: object }): Happened {
  const { orderId, amount, reference, reason } = data as Readonly<Record<string, string>>;
  if (type === 'order.refunded') return [type, `${orderId} ${amount} ${reference}`];
  if (type.startsWith('order.')) return [type, `${orderId}${reason ? ` ${reason}` : ''}`];
  return [type, `${amount} ${type === 'balance.adjusted' ? reason : reference}`];
}

/** Orders of one account, one after the other, each with what may become of it, among deposits and adjustments. */
export class AccountDrive {
  readonly happened: Happened[] = [];
  private readonly happenings: Happenings;

  constructor(
    private readonly shop: TestShop,
    readonly account: TestAccount,
    private readonly product: number,
  ) {
    this.happenings = new Happenings(shop);
    this.happened.push(['balance.deposited', '1000 null']);
  }

  async run(orders: number): Promise<void> {
    for (let number = 0; number < orders; number++) await this.order(number);
  }

  private async order(number: number): Promise<void> {
    const { account, shop } = this;
    const closing = shop.service(OrderCloseService);
    const orderId = await this.happenings.ordered(account, this.product);
    this.happened.push(['order.placed', orderId]);
    if (number % 5 === 3) {
      const reference = randomUUID();
      await this.happenings.deposit(account, '2.5', reference);
      this.happened.push(['balance.deposited', `2.5 ${reference}`]);
    }
    if (number % 4 === 0) {
      await closing.reject(orderId, { reason: 'sold out', actor: 'test' });
      this.happened.push(['order.rejected', `${orderId} sold out`]);
    } else {
      await closing.accept(orderId, { actor: 'test' });
      this.happened.push(['order.accepted', orderId]);
    }
    if (number % 4 === 1) {
      const part = { amount: '0.5', reference: randomUUID(), reason: 'late', actor: 'test' };
      await reversalsOf(shop).reverse(orderId, part);
      this.happened.push(['order.refunded', `${orderId} 0.5 ${part.reference}`]);
    }
    if (number % 7 === 6) {
      const reason = `corrected ${number}`;
      await this.happenings.adjust(account, '-0.25', reason);
      this.happened.push(['balance.adjusted', `-0.25 ${reason}`]);
    }
  }
}
