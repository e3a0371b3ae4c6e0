import { PrivateHosts1795200000048 } from '../../src/database/migrations/0048-private-hosts.js';
import { createTestDatabase } from '../support/test-database.js';

it('the suppliers and the mail server of a shop go on to be reached', async () => {
  // A shop of its own: a migration is undone and repeated.
  const db = await createTestDatabase();
  const migration = new PrivateHosts1795200000048();
  await migration.down({ query: (sql) => db.query(sql) });
  const urls = [
    'http://10.0.0.5',
    'https://shop.internal/souk',
    'https://shop.internal:8443',
    'http://[fd00::1]:3000/a',
    'http://:pw@10.0.0.6:81',
    'no address',
  ];
  await db.query(
    `INSERT INTO suppliers (name, base_url, sealed_token)
     SELECT 'acme-' || place, url, '' FROM unnest($1::text[]) WITH ORDINALITY AS given (url, place)`,
    [urls],
  );
  await db.query(
    `INSERT INTO mail_server (id, host, port, security, username, sender)
     VALUES (1, 'MAIL.internal', 25, 'none', '', 'souk@shop.example')`,
  );
  await migration.up({ query: (sql) => db.query(sql) });

  const rows = await db.query<{ host: string; port: number }>(
    'SELECT host, port FROM private_hosts',
  );
  expect(rows.map(({ host, port }) => `${host} ${port}`).sort()).toEqual([
    '10.0.0.5 80',
    '10.0.0.6 81',
    'fd00::1 3000',
    'mail.internal 25',
    'shop.internal 443',
    'shop.internal 8443',
  ]);
  await db.drop();
});
