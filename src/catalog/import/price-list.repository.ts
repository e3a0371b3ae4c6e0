import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { updatedLine, type UpdatedRow } from './catalog-difference.js';
import { partsOf, type OnShare } from './id-parts.js';
import { countChanges, listUpdated, type ImportTable } from './import-table.js';
import type { PriceRow } from './reading/price-list.builder.js';
import { stageRows } from './staged-rows.js';

/** The part of `products` that a price list writes. */
export const PRICE_TABLE: ImportTable = {
  name: 'products',
  item: 'product',
  columns: { price: 'numeric(38,18)' },
};

/** $1 and $2: only products behind the one id and up to the other. */
const WRITE_PRICES = `
  UPDATE products SET price = staged.price FROM staged_products staged
  WHERE products.id = staged.id AND products.price <> staged.price
    AND staged.id > $1 AND staged.id <= $2`;

interface PriceCounts {
  readonly updated: number;
  readonly unchanged: number;
}

/** Stages a checked price list, compares it with the stored prices, and writes the difference, in the transaction of the caller. */
@Injectable()
export class PriceListRepository {
  /** @param onProgress called with the number of prices staged so far. */
  stage(
    manager: EntityManager,
    batches: AsyncIterable<readonly PriceRow[]>,
    onProgress: (done: number) => void,
  ): Promise<void> {
    return stageRows(manager, PRICE_TABLE, batches, onProgress);
  }

  /** The staged ids that no product has, or only a deleted one. */
  async unknownIds(manager: EntityManager): Promise<Set<number>> {
    const rows = await manager.query<{ id: number }[]>(
      `SELECT id FROM staged_products staged WHERE NOT EXISTS (
         SELECT FROM products stored WHERE stored.id = staged.id AND stored.deleted_at IS NULL)`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  async counts(manager: EntityManager): Promise<PriceCounts> {
    const sql = countChanges(PRICE_TABLE);
    const [{ updated, unchanged }] = await manager.query<[PriceCounts]>(sql);
    return { updated, unchanged };
  }

  /** Descriptions of the first changes. */
  async samples(manager: EntityManager, limit: number): Promise<string[]> {
    const sql = listUpdated(PRICE_TABLE);
    const rows = await manager.query<UpdatedRow[]>(sql, [limit]);
    return rows.map((row) => updatedLine(PRICE_TABLE, row));
  }

  /** Writes only what differs, so that the catalog revision does not grow without a change. */
  async write(manager: EntityManager, onShare?: OnShare): Promise<void> {
    for await (const range of partsOf(manager, PRICE_TABLE, onShare)) {
      await manager.query(WRITE_PRICES, [...range]);
    }
  }
}
