import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import {
  OPEN_CODES,
  SEAL_CODES,
  selectSealed,
  updateSealed,
  type RowKey,
} from './rotation-statements.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

/** Rows that are read at a time. */
const READ = 500;
/**
 * Rows that are written, and so locked, at a time. Orders pass over codes that are locked, so a stock looks short by
 * this many while they are written: for a millisecond, and at the end that orders take last.
 */
const WRITTEN = 20;

interface EncryptedRow {
  readonly sealed: Buffer;
  readonly about: string;
  readonly key: RowKey;
}

interface OpenRow {
  readonly codes: string[];
  readonly about: string;
  readonly key: RowKey;
}

/** What became of one batch; without `last` there was nothing left. */
interface Batch {
  readonly sealed: number;
  readonly last?: RowKey;
}

/** Seals everything under the newest key, so that older ones can be thrown away. */
@Injectable()
export class SecretRotationService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockService,
    private readonly box: SecretBox,
  ) {}

  /**
   * Goes on where an earlier run was broken off; the server may go on serving. What servers that do not know the
   * newest key yet seal meanwhile may be left for another run.
   * @returns how many values of each table were sealed anew.
   * @throws OperatorError when a value was sealed by a key that is not there any more.
   */
  async rotate(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { orders: await this.sealOpenCodes() };
    for (const column of ENCRYPTED_COLUMNS) {
      counts[column.table] = (counts[column.table] ?? 0) + (await this.reseal(column));
    }
    return counts;
  }

  /** Codes that were delivered before the shop had a key. */
  private sealOpenCodes(): Promise<number> {
    return inBatches(async (after) => {
      const { manager } = this.database;
      const rows = await manager.query<OpenRow[]>(OPEN_CODES, [READ, ...(after ?? [null, null])]);
      const sealed = rows.map(({ codes, about }) => this.box.encrypt(JSON.stringify(codes), about));
      const [accounts, orders] = [0, 1].map((part) => rows.map(({ key }) => key[part]));
      await manager.query(SEAL_CODES, [accounts, orders, sealed]);
      return { sealed: rows.length, ...lastOf(rows) };
    });
  }

  private reseal(column: EncryptedColumn): Promise<number> {
    return inBatches(async (after) => {
      const values = [this.box.newestMark, READ, ...(after ?? [])];
      const statement = selectSealed(column, after !== undefined);
      const rows = await this.database.manager.query<EncryptedRow[]>(statement, values);
      let sealed = 0;
      for (let start = 0; start < rows.length; start += WRITTEN) {
        sealed += await this.write(column, rows.slice(start, start + WRITTEN));
      }
      return { sealed, ...lastOf(rows) };
    });
  }

  /** What has changed since it was read is left alone. */
  private write(column: EncryptedColumn, rows: readonly EncryptedRow[]): Promise<number> {
    const fresh = JSON.stringify(rows.map((row) => this.freshRow(column, row)));
    const before = rows.map(({ sealed }) => sealed);
    return this.database.transaction(async (manager) => {
      // An import under way knows codes by their hashes, which change here.
      await this.stock.lock(manager);
      const statement = updateSealed(column);
      return (await manager.query<[unknown, number]>(statement, [fresh, before]))[1];
    });
  }

  /** The row's key, its text sealed anew and, where there is one, its new hash, as PostgreSQL writes them. */
  private freshRow(
    { key: names, column, hash }: EncryptedColumn,
    { sealed, about, key }: EncryptedRow,
  ): Record<string, unknown> {
    const text = this.box.decrypt(sealed, about);
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
    const { sealed, last } = await next(after);
    total += sealed;
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
