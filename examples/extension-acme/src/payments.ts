import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Injectable,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { OperatorError, Shop } from 'souk';

/** A payment that a gateway tells of. */
export interface Payment {
  readonly id: string;
  readonly account: string;
  readonly usd: string;
}

/** Adds what resellers have paid to a gateway to their balances. */
@Injectable()
export class Payments {
  /** Shared with the gateway; while it is empty, no payment is taken. */
  secret = '';

  constructor(private readonly shop: Shop) {}

  /** HMAC-SHA-256 of id, account and USD, with colons in between. */
  signature({ id, account, usd }: Payment): string {
    return createHmac('sha256', this.secret).update(`${id}:${account}:${usd}`).digest('hex');
  }

  isSigned(payment: Payment, signature: string): boolean {
    const [right, given] = [Buffer.from(this.signature(payment)), Buffer.from(signature)];
    return this.secret !== '' && right.length === given.length && timingSafeEqual(right, given);
  }

  /**
   * Gateways call until they are answered, so the same payment may come many times, and at once. It is deposited once under
   * its key.
   * @returns the balance after it
   */
  async paid(payment: Payment): Promise<string> {
    try {
      return await this.add(payment);
    } catch (error) {
      // What the shop refuses, the gateway need not send again.
      if (error instanceof OperatorError) throw new UnprocessableEntityException(error.message);
      throw new ServiceUnavailableException('Send the payment again.', { cause: error });
    }
  }

  /** The same for operators. @throws OperatorError for what the shop refuses */
  async add({ id, account, usd }: Payment): Promise<string> {
    const deposit = { amount: usd, reference: `payment ${id}` };
    return (await this.shop.balance.deposit(Number(account), deposit, `payment ${id}`)).balance;
  }
}
