import { randomUUID } from 'node:crypto';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { HttpClient } from '../../support/http-client.js';
import { refusalRows } from '../../support/refusal-rows.js';
import { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

describe('a server', () => {
  it('that is killed loses only what was not written, and writes the rest when it stops in order', async () => {
    const db = await createTestDatabase();
    const rows = new ShopRows(db);
    const { id, token } = await rows.account();
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    const send = async (server: ServerProcess, count: number): Promise<string[]> => {
      const client = new HttpClient(server.baseUrl);
      const uuids = Array.from({ length: count }, () => randomUUID());
      for (const uuid of uuids) {
        const { json } = await client.send(`/client/api/newOrder/1/params?order_uuid=${uuid}`, {
          token,
        });
        expect(json).toMatchObject({ code: 109 });
      }
      client.close();
      return uuids;
    };
    const keys = async () => (await refusalRows(db, id)).map(({ order_uuid }) => order_uuid);

    const killed = await ServerProcess.start(settings);
    const first = await send(killed, 40);
    await until(async () => (await keys()).length === first.length);
    const second = await send(killed, 10);
    await killed.stop('SIGKILL');
    // Several may have one time, so their order among one another is any.
    const left = await keys();
    const written = [...first, ...second.slice(0, left.length - first.length)];
    expect(left.toSorted()).toEqual(written.toSorted());

    const stopped = await ServerProcess.start(settings);
    const third = await send(stopped, 10);
    expect(await stopped.stop()).toBe(0);
    expect((await keys()).toSorted()).toEqual([...left, ...third].toSorted());
    await db.drop();
  });
});
