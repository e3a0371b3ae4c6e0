import { join } from 'node:path';
import { writeLargeCatalog } from '../../support/large-catalog.js';
import type { OpenedImports } from './opened-imports.js';

const CATEGORIES = 220;
const NOTHING = { created: 0, updated: 0, unchanged: 0, hidden: 0, shown: 0 };

/** Imports a catalog of so many products, and then one of which a row is broken. */
export async function importsAllOrNothing(
  { db, folder, imports }: OpenedImports,
  count: number,
  brokenRow: number,
): Promise<void> {
  const path = join(folder, 'large.json');
  await writeLargeCatalog(path, count);
  let progress: number[] = [];
  const { products } = await imports.importFile(path, {
    dryRun: false,
    hideMissing: false,
    onProgress: (done, total) => (progress = [done, total]),
  });
  expect(products).toEqual({ ...NOTHING, created: count, reordered: 0 });
  expect(progress).toEqual([count + CATEGORIES, count + CATEGORIES]);
  const fingerprint = (): Promise<object[]> => db.query(FINGERPRINT);
  const before = await fingerprint();
  await writeLargeCatalog(path, count, { brokenRow });
  const row = `row ${brokenRow.toLocaleString('en')} (product ${brokenRow})`;
  await expect(imports.importFile(path, { dryRun: false, hideMissing: true })).rejects.toThrow(
    `${row}: price "abc" is no decimal.`,
  );
  expect(await fingerprint()).toEqual(before);
}

/** Of a catalog that is too large to compare row by row here. */
const FINGERPRINT = `
  SELECT count(*), md5(string_agg(md5(product::text), '' ORDER BY id)) AS rows,
    (SELECT revision FROM catalog_revision), (SELECT count(*) FROM visibility_rules) AS rules
  FROM products product`;
