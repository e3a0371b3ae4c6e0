import { setSessionDefaults } from '../../src/database/session-defaults.js';
import { onServer } from '../support/server-connection.js';
import { createTestDatabase } from '../support/test-database.js';

it('holds for new connections of the application, and leaves what the operator has set', async () => {
  // A shop of its own: the defaults of its sessions change.
  const db = await createTestDatabase();
  try {
    const settings = (): Promise<unknown> =>
      onServer(db.url, async (client) => {
        const { rows } = await client.query<{ jit: string; idle: string }>(
          `SELECT current_setting('jit') AS jit, current_setting('tcp_keepalives_idle') AS idle`,
        );
        return rows[0];
      });
    await onServer(db.url, (client) =>
      client.query(
        `DO $$ BEGIN EXECUTE format(
           'ALTER ROLE CURRENT_USER IN DATABASE %I SET tcp_keepalives_idle = 77', current_database());
         END $$`,
      ),
    );
    await setSessionDefaults(db.url);
    expect(await settings()).toEqual({ jit: 'off', idle: '77' });
  } finally {
    await db.drop();
  }
});
