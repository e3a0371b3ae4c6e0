import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { SecretBox } from '../../common/secret-box.js';
import { canonicalText, isStorableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { CodeStockRepository } from './code-stock.repository.js';

const CODES_PER_BATCH = 1000;
const MAX_CODE_CHARACTERS = 1000;
/** A decoder writes this character for bytes that are not UTF-8. */
const UNREADABLE = '\uFFFD';

/** The purpose of the keyed hashes by which codes are compared. */
const HASH_PURPOSE = 'code';

interface CodeImport {
  readonly added: number;
  /** Codes that are in the file twice, in stock already, or sold before. */
  readonly skipped: number;
}

/** What an encrypted code belongs to, for `SecretBox`. */
export function aboutStock(stock: string): string {
  return `stock:${stock}`;
}

/** Imports codes into stock. */
@Injectable()
export class CodeImportService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Adds codes, one per line: all of them or none. A code that is or was in any stock is skipped, so the same file can
   * be imported again.
   * @throws OperatorError that names a line without a valid code, or says that a key is missing
   */
  async import(
    stock: string,
    lines: AsyncIterable<string>,
    { dryRun }: { dryRun: boolean },
  ): Promise<CodeImport> {
    const name = stockName(stock);
    // Throws before the import starts if there is no key.
    this.box.hashes('', HASH_PURPOSE);
    return this.database.transaction(
      async (manager) => {
        await this.stock.lockAllStocks(manager);
        await this.assertAllKeys(manager);
        await this.stock.addStock(manager, name);
        return this.addAll(manager, name, lines);
      },
      { dryRun },
    );
  }

  /**
   * A code is recognized by its hash under the key it was encrypted with. Without that key the code would be taken for
   * a new one and sold twice.
   */
  private async assertAllKeys(manager: EntityManager): Promise<void> {
    if (!(await this.stock.hasForeign(manager, this.box.marks))) return;
    throw new OperatorError(
      'Some codes in stock were sealed by a key that SECRET_KEYS does not hold, so nobody could tell which codes are new; add that key again.',
    );
  }

  private async addAll(
    manager: EntityManager,
    stock: string,
    lines: AsyncIterable<string>,
  ): Promise<CodeImport> {
    let total = { added: 0, skipped: 0 };
    for await (const batch of batchesOf(codesOf(lines))) {
      const added = await this.add(manager, stock, new Set(batch));
      total = { added: total.added + added, skipped: total.skipped + batch.length - added };
    }
    return total;
  }

  private async add(
    manager: EntityManager,
    stock: string,
    codes: ReadonlySet<string>,
  ): Promise<number> {
    // Hashes under every key, because codes from before a key rotation are stored with the hash of the older key.
    const hashed = [...codes].map((code) => ({
      code,
      hashes: this.box.hashes(code, HASH_PURPOSE),
    }));
    const known = await this.stock.known(
      manager,
      hashed.flatMap(({ hashes }) => hashes),
    );
    const fresh = hashed.filter(
      ({ hashes }) => !hashes.some((hash) => known.has(hash.toString('hex'))),
    );
    await this.stock.insert(
      manager,
      stock,
      fresh.map(({ code, hashes: [hash] }) => ({
        hash,
        encrypted: this.box.encrypt(code, aboutStock(stock)),
      })),
    );
    return fresh.length;
  }
}

async function* codesOf(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let number = 0;
  for await (const line of lines) {
    number++;
    const code = canonicalText(line.replace(/^\uFEFF/, ''));
    if (code === '') continue;
    if (!isStorableText(code) || code.includes(UNREADABLE) || code.length > MAX_CODE_CHARACTERS) {
      throw new OperatorError(
        `Line ${number} is no code of at most ${MAX_CODE_CHARACTERS} characters in UTF-8; nothing was imported.`,
      );
    }
    yield code;
  }
}

async function* batchesOf(codes: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  for await (const code of codes) {
    batch.push(code);
    if (batch.length < CODES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function stockName(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && name.length <= 100 && isStorableText(name)) return name;
  throw new OperatorError('A stock needs a name of at most 100 characters.');
}
