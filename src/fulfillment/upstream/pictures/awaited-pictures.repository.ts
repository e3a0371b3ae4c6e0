import { Injectable } from '@nestjs/common';
import { lockCatalog } from '../../../catalog/import/catalog-lock.js';
import type {
  ItemsWithImages,
  ShownPicture,
  ShowPictures,
} from '../../../catalog/pictures/shown-picture.js';
import { Database } from '../../../database/database.js';
import type { Supplier } from '../supplier/supplier.entity.js';

export type PicturedSupplier = Pick<Supplier, 'id' | 'name' | 'baseUrl'>;

/** An address of a supplier, of which the picture is still to be fetched. */
export interface AwaitedPicture {
  readonly address: string;
  /** How often it was tried in vain. */
  readonly tries: number;
}

/** Our paths of pictures by the addresses of theirs; null for what is no picture that is kept. */
export type Pictured = ReadonlyMap<string, string | null>;

const LISTED = [
  ['products', 'supplier_products', 'product_id'],
  ['categories', 'supplier_categories', 'category_id'],
] as const satisfies [ItemsWithImages, string, string][];
/** Addresses that are fetched before any is shown, since each change renews the answers of the catalog. */
const ADDRESSES_AT_ONCE = 1_000;
/** The time of a statement is limited. */
const ITEMS_PER_STATEMENT = 5_000;

/** Marks suppliers as begun, so that no other process fetches their pictures, too. */
const TAKE_DUE = `
  UPDATE suppliers SET pictures_at = now()
  WHERE (pictures_at IS NULL OR pictures_at < now() - interval '15 minutes') AND (${LISTED.map(
    ([, links]) =>
      `EXISTS (SELECT FROM ${links} WHERE supplier_id = id AND awaited_picture IS NOT NULL)`,
  ).join(' OR ')})
  RETURNING id, name, base_url AS "baseUrl"`;

/** $1: the supplier; $2: the address before. */
const AWAITED = `
  SELECT awaited_picture AS address, max(picture_tries)::integer AS tries FROM (${LISTED.map(
    ([, links]) => `SELECT supplier_id, awaited_picture, picture_tries FROM ${links}`,
  ).join(' UNION ALL ')}) links
  WHERE supplier_id = $1 AND awaited_picture COLLATE "C" > $2
  GROUP BY awaited_picture ORDER BY awaited_picture COLLATE "C" LIMIT ${ADDRESSES_AT_ONCE}`;

/** $2: addresses of theirs with ours, as a JSON list. */
const SETTLE = LISTED.map(
  ([items, links, id]) =>
    [
      items,
      `WITH due AS (
         SELECT ${id} AS id, theirs, ours FROM json_to_recordset($2::json) AS pair (theirs text, ours text)
         JOIN ${links} ON awaited_picture = theirs WHERE supplier_id = $1 LIMIT ${ITEMS_PER_STATEMENT}
       )
       UPDATE ${links} SET awaited_picture = NULL, picture_tries = 0 FROM due
       WHERE supplier_id = $1 AND ${id} = due.id
       RETURNING due.id, theirs AS former, ours AS image`,
    ] as const,
);

const TRIED = LISTED.map(
  ([, links]) => `
  UPDATE ${links} SET picture_tries = picture_tries + 1
  WHERE supplier_id = $1 AND awaited_picture = ANY ($2::text[])`,
);

/** Which pictures of suppliers the listed products and categories wait for. */
@Injectable()
export class AwaitedPictures {
  constructor(private readonly database: Database) {}

  /** The suppliers whose pictures are due. Of several processes, one gets each. */
  async takeDue(): Promise<PicturedSupplier[]> {
    return (await this.database.manager.query<[PicturedSupplier[], number]>(TAKE_DUE))[0];
  }

  /** The next addresses of a supplier. @param after the last one before; empty for the beginning */
  next(supplierId: number, after: string): Promise<AwaitedPicture[]> {
    return this.database.manager.query(AWAITED, [supplierId, after]);
  }

  /** Settles in one transaction what becomes of the items that wait for pictures. @param show shows them */
  async settle(supplierId: number, pictures: Pictured, show: ShowPictures): Promise<void> {
    const pairs = JSON.stringify([...pictures].map(([theirs, ours]) => ({ theirs, ours })));
    await this.database.transaction(async (manager) => {
      await lockCatalog(manager);
      for (const [items, statement] of SETTLE) {
        let rows: ShownPicture[];
        do {
          [rows] = await manager.query<[ShownPicture[], number]>(statement, [supplierId, pairs]);
          await show(manager, items, rows);
        } while (rows.length === ITEMS_PER_STATEMENT);
      }
    });
  }

  /** Counts a vain attempt. */
  async tried(supplierId: number, addresses: readonly string[]): Promise<void> {
    for (const statement of TRIED) {
      await this.database.manager.query(statement, [supplierId, addresses]);
    }
  }
}
