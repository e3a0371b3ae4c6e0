import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { CodeHashes } from './code-hashes.js';
import { CodeImportService } from './code-import.service.js';
import { batchesOf, codesOf } from './code-lines.js';
import { CodeStockService } from './code-stock.service.js';
import { HeldCodesRepository } from './held-codes.repository.js';

/** What became of the held codes of a stock, and of the lines of a list of sold codes. */
interface CodeRelease {
  /** Codes that can be sold again. */
  readonly released: number;
  /** Held codes of the list. */
  readonly sold: number;
  /** Codes of the list that were in no stock; they are stored as sold, so that no import adds them. */
  readonly recorded: number;
  /** Hashes of the list that no held code has. */
  readonly unknown: number;
}

/** A stored hash as hexadecimal text. */
const HASH_TEXT = /^[0-9a-f]{64}$/i;

/** Ends the hold on codes that a restore has brought back. */
@Injectable()
export class CodeReleaseService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockService,
    private readonly held: HeldCodesRepository,
    private readonly imports: CodeImportService,
    private readonly hashes: CodeHashes,
  ) {}

  /**
   * Releases the held codes of a stock, except for those that were sold.
   * @param sold codes that were sold, or their stored hashes, one per line; undefined if none was.
   * @throws OperatorError
   */
  release(
    stock: string,
    { sold, dryRun }: { sold: AsyncIterable<string> | undefined; dryRun: boolean },
  ): Promise<CodeRelease> {
    return this.database.transaction(
      async (manager) => {
        await this.stock.assertExists(stock);
        await this.stock.lock(manager);
        const held = await this.held.count(manager, stock);
        const found = await this.markSold(manager, stock, sold);
        await this.held.release(manager, stock);
        return { released: held - found.sold, ...found };
      },
      { dryRun },
    );
  }

  private async markSold(
    manager: EntityManager,
    stock: string,
    lines: AsyncIterable<string> | undefined,
  ): Promise<Omit<CodeRelease, 'released'>> {
    const total = { sold: 0, recorded: 0, unknown: 0 };
    if (!lines) return total;
    await this.hashes.assertComplete(manager);
    for await (const batch of batchesOf(codesOf(lines, 'released'))) {
      const listed = batch.map((line) => ({ line, hashes: this.hashesOf(line) }));
      const all = listed.flatMap(({ hashes }) => hashes);
      const marked = new Set(await this.held.markSold(manager, stock, all));
      const others = listed
        .filter(({ hashes }) => !hashes.some((hash) => marked.has(hash.toString('hex'))))
        .map(({ line }) => line);
      const codes = new Set(others.filter((line) => !HASH_TEXT.test(line)));
      total.sold += marked.size;
      total.recorded += await this.imports.add(manager, stock, codes, { isSold: true });
      total.unknown += others.filter((line) => HASH_TEXT.test(line)).length;
    }
    return total;
  }

  private hashesOf(line: string): Buffer[] {
    const hashes: Buffer[] = this.hashes.of(line);
    return HASH_TEXT.test(line) ? [...hashes, Buffer.from(line, 'hex')] : hashes;
  }
}
