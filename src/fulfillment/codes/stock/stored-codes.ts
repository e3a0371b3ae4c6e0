import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../../common/secret-box.js';
import { aboutStock, CodeHashes } from './code-hashes.js';
import { CodeStockRepository, type InsertOptions } from './code-stock.repository.js';

/** Codes as texts, which are stored encrypted. */
@Injectable()
export class StoredCodes {
  constructor(
    private readonly stock: CodeStockRepository,
    private readonly hashes: CodeHashes,
    private readonly box: SecretBox,
  ) {}

  /**
   * Adds those codes that are in no stock. Whether a code is there is asked by its hashes under all keys.
   * @returns the number of added codes.
   */
  async add(
    manager: EntityManager,
    stock: string,
    codes: readonly string[],
    options: InsertOptions,
  ): Promise<number> {
    const hashed = [...new Set(codes)].map((code) => ({ code, hashes: this.hashes.of(code) }));
    const known = await this.stock.known(
      manager,
      hashed.flatMap(({ hashes }) => hashes),
    );
    const fresh = hashed.filter(
      ({ hashes }) => !hashes.some((hash) => known.has(hash.toString('hex'))),
    );
    const encrypted = fresh.map(({ code, hashes: [hash] }) => ({
      hash,
      encrypted: this.box.encrypt(code, aboutStock(stock)),
    }));
    await this.stock.insert(manager, stock, encrypted, options);
    return fresh.length;
  }

  /** @throws SecretKeyMissingError */
  textsOf(stock: string, encrypted: readonly Buffer[]): string[] {
    return encrypted.map((code) => this.box.decrypt(code, aboutStock(stock)));
  }
}
