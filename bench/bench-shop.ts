import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.js';
import { soukCommands } from './souk-commands.js';

/** A shop with one product, which the operator delivers by hand, and many accounts that can pay. */
export interface BenchShop {
  readonly db: TestDatabase;
  readonly product: number;
  readonly tokens: readonly string[];
}

const PRODUCT = 1001;
const CATALOG = {
  format: 'souk-catalog',
  version: 1,
  categories: [{ id: 1, parent_id: null, name: 'Bench', image: null, position: 1 }],
  products: [
    {
      id: PRODUCT,
      category_id: 1,
      name: '60 UC',
      price: '1.26048',
      available: true,
      product_type: 'package',
      qty_values: null,
      image: null,
      position: 1,
      fields: [{ name: 'playerId', label: 'playerId', type: 'string', required: true }],
    },
  ],
};

/**
 * Makes the shop in a database of its own by the commands of the version in `folder`, so that nothing here knows
 * its schema.
 */
export async function benchShop(folder: string, accounts: number): Promise<BenchShop> {
  const db = await createTestDatabase({ empty: true });
  const temporary = await mkdtemp(join(tmpdir(), 'souk-bench-'));
  try {
    const file = join(temporary, 'catalog.json');
    await writeFile(file, JSON.stringify(CATALOG));
    const numbers = Array.from({ length: accounts }, (_, index) => String(index + 1));
    const answers = await soukCommands(folder, db.url, [
      ['catalog', 'import', file],
      ...numbers.map((number) => ['account', 'create', `Reseller ${number}`]),
      ...numbers.map((number) => ['balance', 'deposit', number, '1000000']),
      ...numbers.map((number) => ['token', 'issue', number]),
    ]);
    const issued = answers.slice(-accounts) as { token: string }[];
    return { db, product: PRODUCT, tokens: issued.map(({ token }) => token) };
  } finally {
    await rm(temporary, { recursive: true });
  }
}
