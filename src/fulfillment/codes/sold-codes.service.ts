import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { CodeHashes } from './stock/code-hashes.js';
import { batchesOf, codesOf } from './code-lines.js';
import { CodeStockRepository } from './stock/code-stock.repository.js';
import { HeldCodesRepository } from './stock/held-codes.repository.js';
import { StoredCodes } from './stock/stored-codes.js';

/** What became of the codes of a list of sold codes. */
export interface ListedCodes {
  /** Codes that were held back or free, in any stock. */
  readonly sold: number;
  /** Codes that were in no stock; they are stored as sold, so that no import adds them. */
  readonly recorded: number;
  /** Ids of the orders that have got a listed code since the restore, so it was sold twice. */
  readonly soldAgainBy: readonly string[];
}

/** True for a stored hash as hexadecimal text. */
const isHashText = (line: string): boolean => /^[0-9a-f]{64}$/i.test(line);

/** Marks the codes of a list as sold, wherever they are, so that none of them is sold again. */
@Injectable()
export class SoldCodesService {
  constructor(
    private readonly stock: CodeStockRepository,
    private readonly held: HeldCodesRepository,
    private readonly codes: StoredCodes,
    private readonly hashes: CodeHashes,
  ) {}

  /**
   * @param stock the stock that codes are recorded in if they are in none.
   * @param lines codes, or their stored hashes, one per line.
   * @throws OperatorError
   */
  async mark(
    manager: EntityManager,
    stock: string,
    lines: AsyncIterable<string>,
  ): Promise<ListedCodes> {
    let [sold, recorded] = [0, 0];
    const soldAgainBy = new Set<string>();
    await this.hashes.assertComplete(manager);
    for await (const batch of batchesOf(codesOf(lines))) {
      const hashes = batch.flatMap((line) => this.hashesOf(line));
      sold += (await this.held.markSold(manager, hashes)).length;
      await this.assertKnown(manager, batch.filter(isHashText));
      const codes = batch.filter((line) => !isHashText(line));
      recorded += await this.codes.add(manager, stock, codes, { isSold: true, cost: null });
      for (const id of await this.held.ordersSinceRestore(manager, hashes)) soldAgainBy.add(id);
    }
    return { sold, recorded, soldAgainBy: [...soldAgainBy] };
  }

  /** @throws OperatorError that names a hash: without its code, an import could not be kept from adding that code */
  private async assertKnown(manager: EntityManager, hashTexts: readonly string[]): Promise<void> {
    const hashes = hashTexts.flatMap((text) => this.hashesOf(text));
    const known = await this.stock.known(manager, hashes);
    for (const text of hashTexts) {
      if (this.hashesOf(text).some((hash) => known.has(hash.toString('hex')))) continue;
      throw new OperatorError(...sentence('stock.hash-unknown', { hash: text }));
    }
  }

  private hashesOf(line: string): Buffer[] {
    const hashes: Buffer[] = this.hashes.of(line);
    return isHashText(line) ? [...hashes, Buffer.from(line, 'hex')] : hashes;
  }
}
