import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { SearchIndex } from '../../orders/search/search-index.service.js';
import {
  SELECT_PLAIN_CODES,
  selectEncrypted,
  UPDATE_PLAIN_CODES,
  updateEncrypted,
  type RowKey,
} from './rotation-statements.js';
import { DeliveredCodeHashes } from './delivered-code-hashes.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const ROWS_PER_READ = 500;
/**
 * Few, since a transaction locks the rows that it writes, and orders skip locked codes: for about a millisecond, a
 * stock seems to have this many codes less.
 */
const ROWS_PER_WRITE = 20;

interface EncryptedRow {
  readonly encrypted: Buffer;
  readonly about: string;
  readonly key: RowKey;
}

interface PlainRow {
  readonly codes: string[];
  readonly about: string;
  readonly key: RowKey;
}

/** The result of one batch; without `last`, there are no further rows. */
interface Batch {
  readonly count: number;
  readonly last?: RowKey;
}

/** Encrypts all secrets under the newest key, so that older keys are no longer needed. */
@Injectable()
export class SecretRotationService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockService,
    private readonly search: SearchIndex,
    private readonly delivered: DeliveredCodeHashes,
    private readonly box: SecretBox,
  ) {}

  /**
   * Continues an interrupted run; the server may run meanwhile. If a server still has an older newest key, values that
   * it encrypts meanwhile may be left for another run. The index by which orders are found is made
   * anew as well, and so are the hashes by which delivered codes are compared.
   * @returns how many values of each table were encrypted anew
   * @throws OperatorError if the key of a value is missing
   */
  async rotate(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { orders: await this.encryptPlainCodes() };
    for (const column of ENCRYPTED_COLUMNS) {
      counts[column.table] = (counts[column.table] ?? 0) + (await this.reencrypt(column));
    }
    counts.delivered_codes = await this.delivered.renew();
    await this.search.rebuild();
    return counts;
  }

  /** Encrypts codes that were delivered before the shop had a key. */
  private encryptPlainCodes(): Promise<number> {
    return inBatches(async (after) => {
      const { manager } = this.database;
      const rows = await manager.query<PlainRow[]>(SELECT_PLAIN_CODES, [
        ROWS_PER_READ,
        ...(after ?? [null, null]),
      ]);
      const encrypted = rows.map(({ codes, about }) =>
        this.box.encrypt(JSON.stringify(codes), about),
      );
      const [accounts, orders] = [0, 1].map((part) => rows.map(({ key }) => key[part]));
      await manager.query(UPDATE_PLAIN_CODES, [accounts, orders, encrypted]);
      return { count: rows.length, ...lastOf(rows) };
    });
  }

  private reencrypt(column: EncryptedColumn): Promise<number> {
    return inBatches(async (after) => {
      const values = [this.box.newestMark, ROWS_PER_READ, ...(after ?? [])];
      const statement = selectEncrypted(column, after !== undefined);
      const rows = await this.database.manager.query<EncryptedRow[]>(statement, values);
      let count = 0;
      for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
        count += await this.write(column, rows.slice(start, start + ROWS_PER_WRITE));
      }
      return { count, ...lastOf(rows) };
    });
  }

  /** @returns the number of written rows; a value that has changed since it was read is not written. */
  private write(column: EncryptedColumn, rows: readonly EncryptedRow[]): Promise<number> {
    const fresh = JSON.stringify(rows.map((row) => this.freshRow(column, row)));
    const before = rows.map(({ encrypted }) => encrypted);
    return this.database.transaction(async (manager) => {
      // A running import recognizes codes by their hashes, which change here.
      await this.stock.lock(manager);
      const statement = updateEncrypted(column);
      return (await manager.query<[unknown, number]>(statement, [fresh, before]))[1];
    });
  }

  /** A row with its primary key, the newly encrypted value and, if the column has one, the new hash. */
  private freshRow(
    { key: names, column, hash }: EncryptedColumn,
    { encrypted, about, key }: EncryptedRow,
  ): Record<string, unknown> {
    const text = this.box.decrypt(encrypted, about);
    return {
      ...Object.fromEntries(names.map((name, index) => [name, key[index]])),
      [column]: byteaText(this.box.encrypt(text, about)),
      ...(hash && { [hash.column]: byteaText(this.box.hashes(text, hash.purpose)[0]) }),
    };
  }
}

async function inBatches(next: (after: RowKey | undefined) => Promise<Batch>): Promise<number> {
  let total = 0;
  let after: RowKey | undefined;
  do {
    const { count, last } = await next(after);
    total += count;
    after = last;
  } while (after);
  return total;
}

function lastOf(rows: readonly { key: RowKey }[]): { last?: RowKey } {
  const last = rows.at(-1)?.key;
  return last ? { last } : {};
}

function byteaText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
