import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { canonicalText, canStandInAddress, isStorableText } from '../../common/text.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { unitCostText } from '../costs/unit-cost.js';
import { CodeHashes } from './stock/code-hashes.js';
import { batchesOf, codesOf } from './code-lines.js';
import { CodeStockRepository } from './stock/code-stock.repository.js';
import { StoredCodes } from './stock/stored-codes.js';

interface ImportOptions {
  readonly dryRun?: boolean;
  /** USD that each code was bought for; unknown if it is left out. */
  readonly cost?: string | undefined;
}

export interface CodeImport {
  readonly added: number;
  /** Codes that are in the file twice, in stock already, or sold or delivered before the import ended. */
  readonly skipped: number;
}

/** Imports codes into stock. */
@Injectable()
export class CodeImportService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockRepository,
    private readonly hashes: CodeHashes,
    private readonly codes: StoredCodes,
  ) {}

  /**
   * Adds codes, one per line: all of them or none. A code that is or was in any stock is skipped, so the same file can
   * be imported again; its cost stays as it was.
   * @throws OperatorError that names a line without a valid code, or says that the cost is none or a key is missing
   */
  async import(
    stock: string,
    lines: AsyncIterable<string>,
    { dryRun = false, cost }: ImportOptions,
  ): Promise<CodeImport> {
    const name = stockName(stock);
    const each = cost === undefined ? null : unitCostText(cost);
    const add = async (manager: EntityManager): Promise<CodeImport> => {
      await this.stock.lockAllStocks(manager);
      await this.hashes.assertComplete(manager);
      await this.stock.addStock(manager, name);
      const last = await this.stock.lastId(manager);
      const { added, skipped } = await this.addAll(manager, name, lines, each);
      const delivered = dryRun ? 0 : await this.stock.removeDelivered(manager, last);
      return { added: added - delivered, skipped: skipped + delivered };
    };
    return this.database.transaction(add, { dryRun });
  }

  private async addAll(
    manager: EntityManager,
    stock: string,
    lines: AsyncIterable<string>,
    cost: string | null,
  ): Promise<CodeImport> {
    let total = { added: 0, skipped: 0 };
    for await (const batch of batchesOf(codesOf(lines))) {
      const added = await this.codes.add(manager, stock, batch, { isSold: false, cost });
      total = { added: total.added + added, skipped: total.skipped + batch.length - added };
    }
    return total;
  }
}

function stockName(text: string): string {
  const name = canonicalText(text);
  const isName = name !== '' && name.length <= 100 && isStorableText(name);
  if (isName && canStandInAddress(name)) return name;
  throw new OperatorError(...sentence('stock.name'));
}
