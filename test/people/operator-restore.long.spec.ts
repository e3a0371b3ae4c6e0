import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { SignIn } from '../../src/people/sign-in/sign-in.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { Instance } from '../support/instance.js';
import { createTestDatabase } from '../support/test-database.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PASSWORD = 'correct horse battery';
const BY = { actor: 'operator:test' };
const ORIGIN = { address: '203.0.113.7', requestId: 'req-1', device: 'Firefox' };

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

async function operator(name: string, role: Role): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, role, BY);
  await shop.service(OperatorLinks).redeem({ secret: link, password: PASSWORD }, ORIGIN);
}

describe('a restore', () => {
  it('keeps operators and tokens, and no session, link or failed attempt', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-operators-'));
    const target = await createTestDatabase();
    await operator('ada', 'owner');
    await soukJson(shop, 'operator', 'create', 'bob', '--role', 'viewer');
    const { secret } = await shop
      .service(SignIn)
      .withPassword({ name: 'ada', password: PASSWORD }, ORIGIN);
    const file = join(folder, 'shop.backup');
    await soukJson(shop.db.url, 'backup', file);
    await target.query(
      "INSERT INTO operator_links (secret_hash, expires_at) VALUES (sha256('x'), now() + interval '1 day')",
    );
    await target.query("INSERT INTO operator_attempts VALUES (sha256('x'), 9, now())");
    const { out } = await souk(target.url, 'restore', file);
    expect(out).toMatch(/see "souk operator list"/);
    const restored = await Instance.on(target);
    try {
      expect(await restored.service(OperatorSessions).find(secret)).toBeUndefined();
      for (const table of ['operator_sessions', 'operator_links', 'operator_attempts']) {
        expect([table, await target.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
      }
      await restored.service(SignIn).withPassword({ name: 'ada', password: PASSWORD }, ORIGIN);
    } finally {
      await restored.close();
      await target.drop();
      await rm(folder, { recursive: true });
    }
    expect(await shop.service(OperatorSessions).find(secret)).toBeDefined();
    await shop.db.query("INSERT INTO operator_attempts VALUES (sha256('x'), 9, now())");
    expect(await shop.db.query('SELECT FROM operator_links')).not.toEqual([]);
    await soukJson(shop.db.url, 'settle');
    expect(await shop.service(OperatorSessions).find(secret)).toBeUndefined();
    for (const table of ['operator_links', 'operator_attempts']) {
      expect([table, await shop.db.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
    }
  });
});
