import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { Account } from './account.entity.js';

/** Halts and resumes the orders of one account (111). */
@Injectable()
export class OrderHaltService {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /** @returns false if they are already halted; the first reason stays. */
  async halt(id: number, reason: string): Promise<boolean> {
    const result = await this.accounts.update(
      { id, ordersHaltedAt: IsNull() },
      { ordersHaltedAt: () => 'now()', ordersHaltedReason: reason },
    );
    return result.affected === 1;
  }

  /** Names the present halt of an account; undefined if its orders are not halted. */
  async haltOf(id: number): Promise<string | undefined> {
    const [found] = await this.accounts.query<{ halt: string | null }[]>(FIND, [id]);
    return found?.halt ?? undefined;
  }

  /**
   * Ends a halt.
   * @param halt as `haltOf` has named it.
   * @returns false if it is not the present one any more; nothing was changed then.
   */
  async resume(id: number, halt: string): Promise<boolean> {
    const [, count] = await this.accounts.query<[unknown, number]>(RESUME, [id, halt]);
    return count === 1;
  }
}

/** The time of the halt, with all its digits; another halt has another one. */
const HALT = 'extract(epoch FROM orders_halted_at)::text';

const FIND = `SELECT ${HALT} AS halt FROM accounts WHERE id = $1`;

/** The condition is part of the UPDATE, so it holds of the row as it is once its lock is granted. */
const RESUME = `
  UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL
  WHERE id = $1 AND ${HALT} = $2`;
