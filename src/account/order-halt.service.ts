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

  async resume(id: number): Promise<void> {
    await this.accounts.update({ id }, { ordersHaltedAt: null, ordersHaltedReason: null });
  }
}
