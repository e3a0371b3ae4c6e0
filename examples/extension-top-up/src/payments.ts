import { Injectable } from '@nestjs/common';
import { Database, OperatorError, Shop } from 'souk';
import { Gateway } from './gateway.js';

interface Payment {
  readonly id: string;
  readonly accountId: number;
  readonly usd: string;
  readonly paid: boolean;
}

/** Payments that operators begin, gateways confirm, and operators pay back. */
@Injectable()
export class Payments {
  constructor(
    private readonly database: Database,
    private readonly shop: Shop,
    private readonly gateway: Gateway,
  ) {}

  /** @param id is that of the operator's request: done again under it, nothing is begun twice */
  async start(id: string, accountId: number, usd: string): Promise<void> {
    // The row comes first, since the gateway may tell of the payment before it has answered.
    await this.database.manager.query(
      'INSERT INTO topup_payments (id, account_id, usd) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [id, accountId, usd],
    );
    await this.gateway.start(id, usd);
  }

  /** Called by the gateway, as often as it likes. @returns the balance after the deposit */
  async paid(id: string): Promise<string> {
    const { accountId, usd } = await this.get(id);
    const deposit = { amount: usd, reference: id };
    const { balance } = await this.shop.balance.deposit(accountId, deposit, `paid ${id}`);
    await this.database.manager.query('UPDATE topup_payments SET paid = true WHERE id = $1', [id]);
    return balance;
  }

  /** The balance comes first, since it may be spent; then it is refused before money has left. */
  async refund(id: string, accountId: number): Promise<string> {
    const payment = await this.get(id);
    if (payment.accountId !== accountId)
      throw new OperatorError(`The payment ${id} is of another account.`);
    if (!payment.paid) throw new OperatorError(`The payment ${id} is not paid.`);
    const change = { amount: `-${payment.usd}`, reason: `refund of ${id}` };
    const { balance } = await this.shop.balance.adjust(accountId, change, `refund ${id}`);
    await this.gateway.refund(id);
    return balance;
  }

  private async get(id: string): Promise<Payment> {
    const [payment] = await this.database.manager.query<Payment[]>(
      'SELECT id, account_id AS "accountId", usd::text, paid FROM topup_payments WHERE id = $1',
      [id],
    );
    if (!payment) throw new OperatorError(`There is no payment ${id}.`);
    return payment;
  }
}
