import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import { canonicalText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { CODE_HASH_PURPOSE } from '../../fulfillment/codes/stock/code-hashes.js';

const ROWS_PER_READ = 500;

interface HashedCode {
  readonly hash: Buffer;
  readonly accountId: number;
  readonly orderId: string;
  /** The codes of the order; null if it has none any more. */
  readonly encrypted: Buffer | null;
  readonly about: string;
}

/** The hashes by which delivered codes are compared, made anew under the newest key from the codes of their orders. */
@Injectable()
export class DeliveredCodeHashes {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** After the codes of orders were encrypted anew. @returns how many hashes were made */
  async renew(): Promise<number> {
    let made = 0;
    let after: Buffer = Buffer.alloc(0);
    for (;;) {
      const { manager } = this.database;
      const parameters = [this.newestKeyId, after, ROWS_PER_READ];
      const rows = await manager.query<HashedCode[]>(SELECT, parameters);
      const last = rows.at(-1);
      if (!last) return made;
      after = last.hash;
      const orders = new Map(rows.map((row) => [row.about, row]));
      for (const order of orders.values()) {
        const former = rows.filter(({ about }) => about === order.about);
        made += await this.renewOf(
          order,
          former.map(({ hash }) => hash),
        );
      }
    }
  }

  private async renewOf(
    { accountId, orderId, encrypted, about }: HashedCode,
    former: readonly Buffer[],
  ): Promise<number> {
    const codes = encrypted ? (JSON.parse(this.box.decrypt(encrypted, about)) as string[]) : [];
    const hashes = [...new Set(codes.map(canonicalText))].map(
      (code) => this.box.hashes(code, CODE_HASH_PURPOSE)[0],
    );
    const parameters = [accountId, orderId, hashes, this.newestKeyId, former];
    const [row] = await this.database.manager.query<[{ made: number }]>(REPLACE, parameters);
    return row.made;
  }

  private get newestKeyId(): Buffer {
    return Buffer.from(this.box.keyIds[0] ?? '', 'hex');
  }
}

/** Without erased orders: their codes cannot be hashed anew, so the hashes of the former key are all by which they are recognized. */
const SELECT = `
  SELECT code_hash AS hash, code.account_id AS "accountId", code.order_id AS "orderId", sealed_codes AS encrypted,
         'order:' || code.account_id || ':' || code.order_id AS about
  FROM delivered_codes code
  LEFT JOIN orders placed ON placed.account_id = code.account_id AND placed.order_id = code.order_id
  WHERE key_id <> $1 AND code_hash > $2 AND erased_at IS NULL
  ORDER BY code_hash LIMIT $3`;

/** Those of other keys are needed no more; a code of which another order has got the hash keeps that one. */
const REPLACE = `
  WITH former AS (
    DELETE FROM delivered_codes WHERE code_hash = ANY ($5::bytea[])
  ), made AS (
    INSERT INTO delivered_codes (code_hash, key_id, account_id, order_id)
    SELECT hash, $4, $1, $2 FROM unnest($3::bytea[]) AS delivered (hash)
    ORDER BY hash ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT count(*)::integer AS made FROM made`;
