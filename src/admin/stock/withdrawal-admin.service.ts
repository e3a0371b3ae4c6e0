import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { SecretBox } from '../../common/secret-box.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { CodeWithdrawalService } from '../../fulfillment/codes/code-withdrawal.service.js';
import type { ChangeAuthor } from '../../people/changes/change-author.js';
import { STOCK_SHAPE, type StockDto } from '../../operations/stock/stock.operations.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import type { WithdrawnCodesDto } from './withdrawal.dto.js';

/** The answer as it is stored under the key of the request. */
interface StoredWithdrawal {
  readonly free: number;
  /** The codes as JSON, encrypted, in Base64. */
  readonly encrypted: string;
}

/**
 * Takes codes out of stock and shows them. A request whose answer was lost is answered with the same codes again, so they
 * are stored with it, encrypted; the audit has their number only.
 */
@Injectable()
export class WithdrawalAdmin {
  constructor(
    private readonly stocks: CodeStockService,
    private readonly withdrawals: CodeWithdrawalService,
    private readonly onceOnly: OnceOnlyChanges,
    private readonly box: SecretBox,
  ) {}

  /** @throws MissingError without such a stock; ConflictError if no code is free; SecretKeyMissingError */
  async withdraw(
    name: string,
    count: number,
    key: RequestKey,
    author: ChangeAuthor,
  ): Promise<WithdrawnCodesDto> {
    const about = `withdrawal:${key.operatorId}:${key.key}`;
    const run = async (manager: EntityManager) => {
      const before = await this.levelOf(name, manager);
      const codes = await this.withdrawals.take(manager, name, count);
      if (codes.length === 0) throw new ConflictError(...sentence('stock.empty'));
      const after = await this.levelOf(name, manager);
      const encrypted = this.box.encrypt(JSON.stringify(codes), about).toString('base64');
      const result: StoredWithdrawal = { free: after.free, encrypted };
      return { result, before: { ...before }, after: { ...after } };
    };
    const action = { name: 'codes withdraw', details: { stock: name, count } };
    const stored = await this.onceOnly.run(key, { author, action, run });
    const text = this.box.decrypt(Buffer.from(stored.encrypted, 'base64'), about);
    return { name, codes: JSON.parse(text) as string[], free: stored.free };
  }

  private async levelOf(name: string, manager: EntityManager): Promise<StockDto> {
    return STOCK_SHAPE.of(await this.stocks.get(name, manager));
  }
}
