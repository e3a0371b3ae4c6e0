import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import { SecretBox } from '../../../common/secret-box.js';
import { CodeStockRepository } from './code-stock.repository.js';

/** The purpose of the keyed hashes by which codes are compared. */
export const CODE_HASH_PURPOSE = 'code';

/** What an encrypted code belongs to, for `SecretBox`. */
export function aboutStock(stock: string): string {
  return `stock:${stock}`;
}

/** Recognizes codes in stock by keyed hashes. */
@Injectable()
export class CodeHashes {
  constructor(
    private readonly stock: CodeStockRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * The hashes under which a code may be stored, the newest key first. Codes from before a key rotation are stored with
   * the hash of the older key.
   * @throws SecretKeyMissingError
   */
  of(code: string): [Buffer, ...Buffer[]] {
    return this.box.hashes(code, CODE_HASH_PURPOSE);
  }

  /**
   * A code is recognized by its hash under the key it was encrypted with. Without that key the code would be taken for
   * a new one and sold twice.
   * @throws SecretKeyMissingError if there is no key @throws OperatorError if a key of a stored code is missing
   */
  async assertComplete(manager: EntityManager): Promise<void> {
    this.of('');
    if (!(await this.stock.hasForeign(manager, this.box.marks))) return;
    throw new OperatorError(...sentence('stock.key-missing'));
  }
}
