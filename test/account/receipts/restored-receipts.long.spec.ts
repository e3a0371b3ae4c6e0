import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { ReceiptsTask } from '../../../src/account/receipts/receipts.task.js';
import { API } from '../../support/book-pages.js';
import { soukJson } from '../../support/command-line.js';
import { publicKeys, verified, type Signed } from '../../support/receipts.js';
import { createTestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const [FIRST, NEXT] = [newSecretKey(), newSecretKey()];

let folder: string;
let shop: TestShop;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-receipts-'));
  shop = await startTestShop({ SECRET_KEYS: FIRST });
  ({ token } = await shop.account({ balance: '5' }));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function checkpoint(of: TestShop): Promise<Signed> {
  const { json } = await of.requestPage(`${API}/profile?details=1`, { token });
  return (json as { checkpoint: Signed }).checkpoint;
}

it('a restore keeps the key and the witnesses, and begins with a signed break', async () => {
  const before = await checkpoint(shop);
  await shop.service(ReceiptsTask).run();
  const backup = join(folder, 'shop.backup');
  const settings = (url: string) => ({ DATABASE_URL: url, SECRET_KEYS: FIRST });
  await soukJson(settings(shop.db.url), 'backup', backup);

  const target = await createTestDatabase();
  await soukJson(settings(target.url), 'restore', backup, '--nothing-sold-since');
  const restored = await startTestShop({ SECRET_KEYS: FIRST }, {}, target);
  const after = await checkpoint(restored);
  expect(after.key).toBe(before.key);
  const keys = await publicKeys((path) => restored.request(path), after.key);
  const [old, present] = [before, after].map((text) => verified(text, keys)[7]);
  expect(keys.breaks.map((text) => verified(text, keys).slice(1, 3))).toEqual([[old, present]]);
  const { json } = await restored.request(`${API}/receipts/witness`);
  expect(verified((json as { witness: Signed }).witness, keys)[5]).toBe(old);
  const proof = await restored.requestPage(`${API}/receipts/proof`, { token });
  expect(proof.json).toMatchObject({ code: 114 });
  await restored.close();
});

it('a change of SECRET_KEYS seals the key anew, and it stays the same', async () => {
  const before = await checkpoint(shop);
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${NEXT},${FIRST}` };
  expect(await soukJson(settings, 'codes', 'rotate')).toMatchObject({ signing_keys: 1 });
  const given = { ...shop.db, drop: () => Promise.resolve() };
  const other = await startTestShop({ SECRET_KEYS: NEXT }, {}, given);
  expect((await checkpoint(other)).key).toBe(before.key);
  await other.close();
});
