import { lookup } from 'node:dns/promises';
import { readShopCatalog } from '../../src/catalog/import/reading/catalog-source.js';
import type { CatalogDraft } from '../../src/catalog/import/reading/draft-builder.js';
import type { ShopReading } from '../../src/catalog/import/process/catalog-reader.js';
import { packed, PackedRows } from '../../src/catalog/import/process/packed-catalog.js';
import { shopAnswer } from '../../src/catalog/import/process/shop-answer.js';
import { ShopUnansweredError } from '../../src/catalog/import/process/shop-unanswered-error.js';
import { SupplierClient } from '../../src/fulfillment/upstream/supplier/supplier.client.js';

/**
 * Reads the catalogs of suppliers in this process until `vi.restoreAllMocks()`. To start another one takes a hundred times as
 * long as to read a small catalog.
 */
export function readInThisProcess(): void {
  vi.spyOn(SupplierClient.prototype, 'catalog').mockImplementation(async (address, path) => {
    const url = `${address.baseUrl}/client/api/${path}`;
    try {
      const addresses = await lookup(new URL(url).hostname, { all: true });
      const headers = { 'api-token': address.token };
      const { httpStatus, body } = await shopAnswer({ url, headers, addresses });
      return httpStatus === 200
        ? reading(await readShopCatalog(url, body))
        : { kind: 'status', httpStatus };
    } catch (error) {
      if (error instanceof ShopUnansweredError) return { kind: 'no answer', reason: error.message };
      throw error;
    }
  });
}

function reading({ categories, products, categoriesByName }: CatalogDraft): ShopReading {
  return {
    kind: 'read',
    catalog: { categories: rowsOf(categories), products: rowsOf(products), categoriesByName },
  };
}

function rowsOf<Row extends object>(rows: readonly Row[]): PackedRows<Row> {
  const all = new PackedRows<Row>();
  for (const { pack, rows: count } of packed(rows)) all.add(pack, count);
  return all;
}
