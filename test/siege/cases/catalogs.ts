import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { soukCommands } from '../../../bench/souk-commands.js';
import type { ServeOptions } from '../attacks/serve.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords, limitStatuses } from '../figures.js';
import { apiRequest } from '../siege-shop.js';

const SUPPLIER = 'hostile';
/** A server looks at its suppliers every thirty seconds. */
const WATCH_INTERVAL_MS = 40_000;
/** How long the server is watched from then on. */
const WATCHED_MS = 30_000;
/** Ids of the chain of our own. */
const FIRST = 1_000_000;

/** A supplier whose small answer is a large one when it is decompressed. */
export const supplierZeros = besieged("a supplier's catalog of zeros", (siege) =>
  supplied(siege, { catalog: 'zeros', size: siege.amounts.zeros }),
);

/** A supplier whose categories all lie in one another. */
export const supplierChain = besieged("a supplier's chain of categories", (siege) =>
  supplied(siege, { catalog: 'chain', size: siege.amounts.chain }),
);

/** Categories of our own that lie in one another, as an earlier version may have let them in. */
export const deepCategories = besieged('a chain of categories', async (siege) => {
  const { target, amounts, faults } = siege;
  const kept = await target.shop.db.query(CHAIN, [FIRST, amounts.depth]).then(
    () => 'the database takes them',
    (error: unknown) => `the database refuses them (${String(error)})`,
  );
  const routes = ['products', 'tree', 'catalog'];
  const figures = await target.attacked('ask', {
    callers: 1,
    requests: [routes.map((route) => apiRequest(route, target.shop.honest))],
    total: routes.length,
    seconds: 30,
  });
  limitStatuses(faults, 'readers', figures.statuses, ['200']);
  const taken = await imports(siege);
  if (taken) faults.add('an import takes the chain');
  return `${amounts.depth} deep: ${kept}, an import ${taken ? 'takes' : 'refuses'} them; ${answersInWords(figures)}`;
});

async function supplied(siege: Siege, options: ServeOptions): Promise<string> {
  const { target, say } = siege;
  const attacker = await target.attack('serve', options);
  const [url] = await attacker.heard(1);
  await addSupplier(siege, SUPPLIER, String(url));
  await commands(siege, [['supplier', 'sync', SUPPLIER, '--every', '1']]);
  say('waiting for the server to ask its supplier …');
  const asked = await Promise.race([attacker.heard(2), sleep(WATCH_INTERVAL_MS)]);
  if (!asked) siege.faults.add('the supplier was not asked');
  await sleep(WATCHED_MS);
  const { bytes } = await attacker.stop();
  const [row] = await target.shop.db.query<{ sync_error: string }>(
    'SELECT sync_error FROM suppliers WHERE name = $1',
    [SUPPLIER],
  );
  const said = row?.sync_error === '' ? 'nothing is said against it' : `“${row?.sync_error ?? ''}”`;
  return `${options.size} of them in ${bytes} bytes, watched for ${WATCHED_MS / 1000} s: ${said}`;
}

/** @param more words of the command; settings of the environment that it has besides */
export async function addSupplier(
  siege: Siege,
  name: string,
  url: string,
  { more = [], settings = {} }: { more?: string[]; settings?: Record<string, string> } = {},
): Promise<void> {
  await withFile('secret', async (tokenFile) => {
    const words = ['supplier', 'add', name, url, '--token-file', tokenFile, ...more];
    await commands(siege, [words], settings);
  });
}

/** True when a catalog file with the chain is imported. */
async function imports(siege: Siege): Promise<boolean> {
  const categories = Array.from({ length: siege.amounts.depth }, (_, place) => ({
    id: FIRST + place,
    parent_id: place === 0 ? null : FIRST + place - 1,
    name: `Category ${place}`,
    image: null,
    position: place,
  }));
  const catalog = { format: 'souk-catalog', version: 1, categories, products: [] };
  const words = (file: string): string[] => ['catalog', 'import', file, '--dry-run'];
  return withFile(JSON.stringify(catalog), (file) =>
    commands(siege, [words(file)]).then(
      () => true,
      () => false,
    ),
  );
}

export function commands(
  { target }: Siege,
  words: readonly (readonly string[])[],
  settings: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const { version, shop, secretKey } = target;
  return soukCommands(version.folder, shop.db.url, words, { SECRET_KEYS: secretKey, ...settings });
}

async function withFile<T>(text: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-siege-'));
  try {
    const path = join(folder, 'file.json');
    await writeFile(path, text);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** $1 the first id, $2 how many. */
const CHAIN = `
  INSERT INTO categories (id, parent_id, name, position)
  SELECT $1::integer + place, CASE WHEN place > 0 THEN $1 + place - 1 END, 'Category ' || place, place
  FROM generate_series(0, $2::integer - 1) AS place`;
