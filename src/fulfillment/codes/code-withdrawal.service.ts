import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { SecretBox } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { aboutStock } from './code-import.service.js';
import { CodeStockRepository } from './code-stock.repository.js';

const BATCH = 1000;

/** Takes codes out of stock again, such as those that were imported into the wrong one. */
@Injectable()
export class CodeWithdrawalService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Hands the free codes of a stock over, a batch at a time, and forgets them when all have been taken: a failure
   * leaves them in stock. Sold codes stay, so that none of them is ever sold again.
   * @param take keeps the codes; they are gone from here soon after.
   * @returns how many there were.
   * @throws OperatorError when there is no such stock, or a key is missing
   */
  withdraw(stock: string, take: (codes: readonly string[]) => Promise<void>): Promise<number> {
    return this.database.transaction(async (manager) => {
      if (!(await this.stock.stockExists(stock))) {
        throw new OperatorError(
          `There is no stock ${JSON.stringify(stock)}; see "souk codes list".`,
        );
      }
      await this.stock.lockStock(manager);
      let total = 0;
      for (;;) {
        const sealed = await this.stock.removeFree(manager, stock, BATCH);
        if (sealed.length === 0) return total;
        await take(sealed.map((code) => this.box.decrypt(code, aboutStock(stock))));
        total += sealed.length;
      }
    });
  }
}
