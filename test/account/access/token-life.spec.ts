import type { Ask } from '../../support/http-client.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';
import { until } from '../../support/until.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** 0 for an answer that is no error. */
async function codeOf(ask: Ask, path = PROFILE): Promise<number> {
  const { json } = await shop.request(path, ask);
  return (json as { code?: number }).code ?? 0;
}

describe('tokens of an account', () => {
  it('live side by side until one is revoked or expires', async () => {
    const { id, token } = await shop.account();
    const second = await shop.token(id);
    const lasting = await shop.token(id, { expires: '1 hour' });
    const expired = await shop.token(id, { expires: '-1 second' });
    const codes = (): Promise<number[]> =>
      Promise.all([token, second, lasting, expired].map((each) => codeOf({ token: each })));

    expect(await codes()).toEqual([0, 0, 0, 121]);
    await shop.db.query(
      `UPDATE access_tokens SET revoked_at = now()
       WHERE id = (SELECT min(id) FROM access_tokens WHERE account_id = $1)`,
      [id],
    );
    expect(await codes()).toEqual([121, 0, 0, 121]);
  });

  it('expire at their moment and no request later', async () => {
    const { id } = await shop.account();
    const token = await shop.token(id, { expires: '1 hour' });
    await codeOf({ token });
    await shop.db.query('UPDATE access_tokens SET expires_at = now() WHERE account_id = $1', [id]);

    expect(await codeOf({ token })).toBe(121);
  });

  it('are stored as SHA-256 only', async () => {
    const { id, token } = await shop.account();
    const stored = await shop.db.query<{ row: string }>(
      'SELECT row_to_json(t)::text AS row FROM access_tokens t WHERE account_id = $1',
      [id],
    );

    expect(stored).toHaveLength(1);
    expect(stored[0]!.row).not.toContain(token);
  });

  it('remember the address of that use', async () => {
    const { id, token } = await shop.account();
    await codeOf({ token });
    const found = await until(async () => {
      const [row] = await shop.db.query<{ used: boolean; address: string }>(
        `SELECT last_used_at IS NOT NULL AS used, host(last_used_from) AS address
         FROM access_tokens WHERE account_id = $1`,
        [id],
      );
      return row?.used && row.address;
    });
    expect(found).toBe('127.0.0.1');
  });

  it('remember when they were last used, but not that they were refused', async () => {
    const { id, token } = await shop.account({ apiPermitted: false });
    const lastUse = async (): Promise<Date | null> => {
      const rows = await shop.db.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM access_tokens WHERE account_id = $1',
        [id],
      );
      return rows[0]!.last_used_at;
    };

    expect(await codeOf({ token })).toBe(122);
    expect(await lastUse()).toBeNull();
    await shop.db.query('UPDATE accounts SET api_permitted = true WHERE id = $1', [id]);
    expect(await codeOf({ token })).toBe(0);
    // Noted after the answer, by its own statement.
    while ((await lastUse()) === null) await new Promise(setImmediate);
  });
});

describe('an account', () => {
  it('is barred and let in again with the next request', async () => {
    const { id, token } = await shop.account();
    const permit = (permitted: boolean): Promise<unknown> =>
      shop.db.query('UPDATE accounts SET api_permitted = $2 WHERE id = $1', [id, permitted]);

    await permit(false);
    expect(await codeOf({ token })).toBe(122);
    await permit(true);
    expect(await codeOf({ token })).toBe(0);
  });
});
