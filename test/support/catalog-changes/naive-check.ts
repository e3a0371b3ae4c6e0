import type { Audience } from '../../../src/catalog/view/rules.js';
import { storedCatalog } from '../layered-shop.js';
import { NaiveCatalog } from '../naive-catalog.js';
import type { TestDatabase } from '../test-database.js';
import type { ChangesReader } from './changes-reader.js';

/** Compares a copy with what a plain reading of rows and rules finds, which shares no code with the server. */
export async function naiveDifferences(
  db: TestDatabase,
  { account, categories, products }: ChangesReader,
): Promise<string[]> {
  const [audience] = await db.query<Audience>(
    `SELECT id AS "accountId", group_id AS "groupId", show_unavailable AS "showUnavailable", testing
     FROM accounts WHERE id = $1`,
    [account.id],
  );
  if (!audience) throw new Error(`there is no account ${account.id}`);
  const naive = new NaiveCatalog(await storedCatalog(db), audience);
  const have = [
    ...[...categories.keys()].map((id) => `category ${id}`),
    ...[...products].map(([id, text]) => `product ${id} at ${/"price":([^,]+),/.exec(text)?.[1]}`),
  ];
  const want = [
    ...naive.categoryIds().map((id) => `category ${id}`),
    ...naive.listedProducts().map(({ id, price }) => `product ${id} at ${price}`),
  ];
  return [
    ...missing(want, have).map((each) => `account ${account.id} lacks ${each}`),
    ...missing(have, want).map((each) => `account ${account.id} has ${each}`),
  ];
}

function missing(wanted: readonly string[], among: readonly string[]): string[] {
  const known = new Set(among);
  return wanted.filter((each) => !known.has(each));
}
