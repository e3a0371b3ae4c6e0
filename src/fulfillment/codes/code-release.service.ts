import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { CodeStockService } from './code-stock.service.js';
import { HeldCodesRepository } from './stock/held-codes.repository.js';
import { SoldCodesService, type ListedCodes } from './sold-codes.service.js';

export interface CodeRelease extends ListedCodes {
  /** Held codes that can be sold again. */
  readonly released: number;
}

interface ReleaseOptions {
  readonly sold: AsyncIterable<string> | undefined;
  readonly dryRun?: boolean;
}

const NONE_LISTED: ListedCodes = { sold: 0, recorded: 0, soldAgainBy: [] };

/** Ends the hold on codes that a restore has brought back. */
@Injectable()
export class CodeReleaseService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockService,
    private readonly held: HeldCodesRepository,
    private readonly soldCodes: SoldCodesService,
  ) {}

  /**
   * Releases the held codes of a stock, except for those that were sold.
   * @param sold codes that were sold, or their stored hashes, one per line; undefined if none was.
   * @throws OperatorError
   */
  release(stock: string, { sold, dryRun = false }: ReleaseOptions): Promise<CodeRelease> {
    const release = async (manager: EntityManager): Promise<CodeRelease> => {
      await this.stock.assertExists(stock);
      await this.stock.lock(manager);
      const listed = sold ? await this.soldCodes.mark(manager, stock, sold) : NONE_LISTED;
      const released = await this.held.count(manager, stock);
      await this.held.release(manager, stock);
      return { released, ...listed };
    };
    return this.database.transaction(release, { dryRun });
  }
}
