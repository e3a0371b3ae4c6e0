import { PgBouncer } from '../scale/pooler/pgbouncer.js';
import { makeOdd } from '../support/odd-settings.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { describeWire } from './compared-wire.js';
import { startRecordedShop } from './shop/recorded-shop.js';

const isPooled = await PgBouncer.isInstalled();
const way = isPooled ? 'through PgBouncer' : 'directly, since PgBouncer is not installed';
let bouncer: PgBouncer | undefined;

async function oddDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await makeOdd(db);
  if (!isPooled) return db;
  bouncer = await PgBouncer.before(db.url);
  return { ...db, url: bouncer.url };
}

afterAll(() => bouncer?.stop());

describeWire(`the wire is as recorded where sessions write other forms, ${way}:`, async () =>
  startRecordedShop(await oddDatabase()),
);
