import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { CatalogMirror } from '../../support/catalog-mirror.js';
import { soukJson } from '../../support/command-line.js';
import { Instance } from '../../support/instance.js';
import { createTestDatabase } from '../../support/test-database.js';

it('a client goes on with its cursor after a restore, by one answer of everything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-changes-'));
  // A shop of its own: a backup of one database is restored into another one.
  const [lost, restored] = [await createTestDatabase(), await createTestDatabase()];
  const rows = new ShopRows(lost);
  const { token } = await rows.account();
  await rows.product({ id: 11, price: '1.5' });
  await soukJson(lost.url, 'backup', join(folder, 'shop.backup'));
  await rows.product({ id: 12 });
  await lost.query('UPDATE products SET price = 2 WHERE id = 11');

  // A shop of its own: the first of the two.
  let instance = await Instance.on(lost);
  const mirror = new CatalogMirror((route) => instance.send(token, route));
  await mirror.follow();
  expect(mirror.items).toEqual(await mirror.fresh());
  await instance.close();

  await soukJson(restored.url, 'restore', join(folder, 'shop.backup'), '--nothing-sold-since');
  // As if the databases had the same key.
  const [key] = await lost.query<{ key: Buffer }>('SELECT cursor_key AS key FROM database_history');
  await restored.query('UPDATE database_history SET cursor_key = $1', [key?.key]);
  // A shop of its own: the second of the two.
  instance = await Instance.on(restored);
  expect(await mirror.follow()).toMatchObject({ full: true, products: [{ id: 11, price: 1.5 }] });
  expect(mirror.items).toEqual(await mirror.fresh());
  expect(await mirror.follow()).toMatchObject({ full: false, products: [] });

  await instance.close();
  for (const db of [lost, restored]) await db.drop();
  await rm(folder, { recursive: true });
});
