import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BuiltVersion } from '../../bench/git-version.js';
import type { ChaosShop } from '../chaos/shop/chaos-shop.js';
import { HttpClient } from '../support/http-client.js';
import type { TestDatabase } from '../support/test-database.js';
import type { FormedOrder } from './form-clients.js';
import { commandFaults } from './releases.js';

const VERIFIER = fileURLToPath(
  new URL('../../examples/verify-statement/verify.mjs', import.meta.url),
);

/** What a release finds wrong with the ledger, and resellers with the statements that its server gives them. */
export async function verificationFaults(
  { db, accounts }: ChaosShop,
  version: BuiltVersion,
  baseUrl: string,
): Promise<string[]> {
  const ledger = await commandFaults(db, version, ['ledger', 'verify']);
  const folder = await mkdtemp(join(tmpdir(), 'souk-upgrade-'));
  const client = new HttpClient(baseUrl);
  try {
    const statements = accounts.map(async ({ id, token }) => {
      const statement = await client.send('/client/api/statement?format=jsonl', { token });
      const profile = await client.send('/client/api/profile?details=1', { token });
      const { ledger_hash: hash } = profile.json as { ledger_hash: string };
      const file = join(folder, `${id}.jsonl`);
      await writeFile(file, statement.text);
      return verified(file, hash);
    });
    return [...ledger, ...(await Promise.all(statements)).flat()];
  } finally {
    client.close();
    await rm(folder, { recursive: true });
  }
}

async function verified(file: string, hash: string): Promise<string[]> {
  try {
    // The deposits of the accounts are of nobody that a reseller may know.
    await promisify(execFile)(process.execPath, [VERIFIER, file, hash, '--allow-withheld']);
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`a statement does not verify: ${stdout}${stderr}`];
  }
}

interface PlacedRow {
  readonly uuid: string;
  readonly quantity: number;
  readonly fields: Readonly<Record<string, string>>;
}

const PLACED = `SELECT order_uuid AS uuid, quantity::float8 AS quantity, fields FROM orders`;

/** Orders that are of another quantity or for somebody else than their spelling says to whoever reads it. */
export async function wrongOrders(
  db: TestDatabase,
  formed: readonly FormedOrder[],
): Promise<string[]> {
  const rows = new Map((await db.query<PlacedRow>(PLACED)).map((row) => [row.uuid, row]));
  return formed
    .filter(({ wereLaterRead, form, spelling }) => wereLaterRead || form.both.includes(spelling))
    .filter(({ order, form, player }) => {
      const row = rows.get(order.uuid);
      const fields = Object.entries(form.fields).map(([name, value]) => [
        name,
        value === 'ID' ? player : value,
      ]);
      const isRight =
        row?.quantity === form.quantity &&
        fields.every(([name = '', value]) => row.fields[name] === value);
      return order.acknowledged && !isRight;
    })
    .map(({ spelling, order }) => `"${spelling}" ordered something else: ${order.uuid}`);
}
