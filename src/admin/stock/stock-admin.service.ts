import { Injectable } from '@nestjs/common';
import { CodeImportService } from '../../fulfillment/codes/code-import.service.js';
import { CodeReleaseService } from '../../fulfillment/codes/code-release.service.js';
import type { StockLevel } from '../../fulfillment/codes/stock/code-stock.repository.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { ListFile } from '../http/list-files.js';
import { pageOf, type PageQuery } from '../../operations/lists/page.js';
import { ProblemError } from '../problems/problem.js';
import { stockShape } from './stock-shape.js';
import type {
  AddedCodesDto,
  NewCodesDto,
  ReleaseDto,
  ReleasedDto,
  StockDto,
  StockPageDto,
} from './stocks.dto.js';

export const STOCKS_FILE: ListFile = {
  permission: 'stock.read',
  columns: {
    name: 'text',
    free: 'plain',
    held: 'plain',
    delivered: 'plain',
    warn_below: 'plain',
  },
};

/** The stocks of codes, for operators. No code is answered or audited here; see `WithdrawalAdmin`. */
@Injectable()
export class StockAdmin {
  constructor(
    private readonly stocks: CodeStockService,
    private readonly imports: CodeImportService,
    private readonly releases: CodeReleaseService,
    private readonly changes: AuditedChanges,
  ) {}

  /** A page of the stocks, by name. */
  async page(query: PageQuery): Promise<StockPageDto> {
    const levels = await this.stocks.levels();
    const list = {
      name: 'stocks',
      read: (after: string | undefined, limit: number) => {
        const start =
          after === undefined ? 0 : levels.findIndex(({ stock }) => stock === after) + 1;
        return Promise.resolve(levels.slice(start, start + limit));
      },
      keyOf: ({ stock }: StockLevel) => [stock],
      parseKey: ([name]: readonly string[]) => name,
    };
    return pageOf(list, query, stockShape);
  }

  /** @throws ProblemError if there is no such stock */
  async get(name: string): Promise<StockDto> {
    const found = await this.find(name);
    if (found) return found;
    throw new ProblemError('not-found', 'There is no such stock.');
  }

  /** A dry run changes nothing and leaves no audit entry. */
  async addCodes(
    stock: string,
    { codes, cost, dry_run: dryRun = false }: NewCodesDto,
    by: ChangeAuthor,
  ): Promise<AddedCodesDto> {
    const add = () => this.imports.import(stock, linesOf(codes), { dryRun, cost });
    if (dryRun) return { applied: false, ...(await add()) };
    const details = { stock, codes: codes.length, ...(cost !== undefined && { cost }) };
    return this.changes.around(by, { name: 'codes import', details }, async () => {
      const before = await this.find(stock);
      const added = await add();
      const after = { ...(await this.find(stock)) };
      return { result: { applied: true, ...added }, before: before && { ...before }, after };
    });
  }

  setWarning(stock: string, warnBelow: number, by: ChangeAuthor): Promise<StockDto> {
    const action = { name: 'codes warn', details: { stock, warn_below: warnBelow } };
    return this.changes.around(by, action, async () => {
      const before = await this.get(stock);
      await this.stocks.setLowStock(stock, warnBelow);
      const result = await this.get(stock);
      return { result, before: { ...before }, after: { ...result } };
    });
  }

  /** Sells codes again that are held back after a restore, but for those that were sold since. */
  async release(
    stock: string,
    { sold, dry_run: dryRun = false }: ReleaseDto,
    by: ChangeAuthor,
  ): Promise<ReleasedDto> {
    const release = async (): Promise<ReleasedDto> => {
      const lines = sold.length === 0 ? undefined : linesOf(sold);
      const { soldAgainBy, ...counts } = await this.releases.release(stock, {
        sold: lines,
        dryRun,
      });
      return { applied: !dryRun, ...counts, sold_again_by: [...soldAgainBy] };
    };
    const before = await this.get(stock);
    if (dryRun) return release();
    const action = { name: 'codes release', details: { stock, sold: sold.length } };
    return this.changes.around(by, action, async () => {
      const result = await release();
      return { result, before: { ...before }, after: { ...(await this.get(stock)) } };
    });
  }

  private async find(name: string): Promise<StockDto | null> {
    const level = await this.stocks.level(name);
    return level ? stockShape(level) : null;
  }
}

async function* linesOf(codes: readonly string[]): AsyncGenerator<string> {
  await Promise.resolve();
  yield* codes;
}
