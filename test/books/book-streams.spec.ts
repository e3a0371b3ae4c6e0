import { randomUUID } from 'node:crypto';
import {
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { vi } from 'vitest';
import { parse } from 'csv-parse/sync';
import { StatementPages } from '../../src/account/ledger/statement.repository.js';
import { AccountLanes } from '../../src/account/access/lanes/account-lanes.js';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { Shutdown } from '../../src/common/http/connection/shutdown.js';
import type { SoukHttpAdapter } from '../../src/common/http/server/souk-http-adapter.js';
import { MIN_PART_BYTES } from '../../src/common/http/streamed/send-streamed.js';
import { Database } from '../../src/database/database.js';
import { insertEntries, insertOrders } from '../support/book-rows.js';
import { hangingReader, nextStuck, written } from '../support/hanging-reader.js';
import { RawConnection } from '../support/raw-connection.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';
import { until } from '../support/until.js';

/** More than the reads of one part. */
const ENTRIES = 1_234;

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account();
  await insertEntries(shop.db, account.id, { count: ENTRIES });
  await insertOrders(shop.db, account.id, { count: ENTRIES });
});
const API = '/client/api';
const get = (path: string, { token }: TestAccount = account) =>
  shop.requestPage(`${API}/${path}`, { token });

const stuckReader = (path: string) => hangingReader(shop, account, path);

function sequences(lines: readonly { readonly sequence: unknown }[]): number[] {
  return lines.map(({ sequence }) => Number(sequence));
}
const DOWNWARDS = Array.from({ length: ENTRIES }, (_, index) => ENTRIES - index);

describe('a list as a file', () => {
  it('is JSON lines of the items of the pages, all of them', async () => {
    for (const book of ['statement', 'orders']) {
      const { status, headers, text } = await get(`${book}?format=jsonl&limit=1`);
      const lines = text.trimEnd().split('\n');
      const { json } = await account.api(`${API}/${book}?limit=2`);

      expect([status, headers['content-type']]).toEqual([200, 'application/jsonl; charset=utf-8']);
      expect(headers['transfer-encoding']).toBe('chunked');
      expect(lines).toHaveLength(ENTRIES);
      expect(lines.slice(0, 2).map((line) => JSON.parse(line) as object)).toEqual(
        (json as { data: object[] }).data,
      );
    }
    const { text } = await get('statement?format=jsonl');
    const lines = text.trimEnd().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as { sequence: number });
    expect(sequences(parsed)).toEqual(DOWNWARDS);
  });

  it('is CSV with the same columns', async () => {
    for (const book of ['statement', 'orders']) {
      const { headers, text } = await get(`${book}?format=csv`);
      const rows = parse<Record<string, string>>(text, { columns: true });
      const { json } = await account.api(`${API}/${book}?limit=1`);
      const [item] = (json as { data: Record<string, unknown>[] }).data;

      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(text.split('\r\n')).toHaveLength(ENTRIES + 2);
      // An item has it only after a reversal; the header is sent before the rows are read.
      const always = book === 'orders' ? ['refunded'] : [];
      expect(Object.keys(rows[0]!).sort()).toEqual([...Object.keys(item!), ...always].sort());
      const plain = Object.entries(item!).filter(([, value]) => typeof value !== 'object');
      expect(rows[0]).toMatchObject(
        Object.fromEntries(plain.map(([name, value]) => [name, String(value)])),
      );
    }
  });

  it('holds the filtered items alone, and is whole when there are none', async () => {
    const range = 'from=2026-01-01T00:00:04Z&to=2026-01-01T00:00:07Z';
    const { text } = await get(`statement?format=jsonl&${range}`);
    expect(
      sequences(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as never),
      ),
    ).toEqual([6, 5, 4]);
    const empty = await get('orders?format=jsonl&status=reject');
    expect([empty.status, empty.text]).toEqual([200, '']);
    const header = (await get('orders?format=csv&status=reject')).text;
    expect(header).toMatch(/^order_id,[a-z_,]+\r\n$/);
  });

  it('has no formula that a spreadsheet would evaluate', async () => {
    const other = await shop.account();
    const note = '=HYPERLINK("http://x")';
    const texts = { actor: 'test', note, reference: '+1' };
    await shop.service(BalanceService).deposit(other.id, '1', texts);
    const { text } = await get('statement?format=csv', other);

    expect(text).toContain(`,"'+1","'=HYPERLINK(""http://x"")","shop",`);
  });

  it('is described beside the pages, with its type', async () => {
    const { json } = await shop.request('/openapi.json');
    const { paths } = json as {
      paths: Record<string, { get: { tags: string[]; responses: { '200': { content: object } } } }>;
    };
    for (const book of ['statement', 'orders']) {
      const { tags, responses } = paths[`${API}/${book}`]!.get;
      const types = await Promise.all(
        ['json', 'csv', 'jsonl'].map(
          async (format) => (await get(`${book}?format=${format}`)).headers['content-type'],
        ),
      );
      expect(tags).toEqual(['Books']);
      expect(Object.keys(responses['200'].content).map((type) => `${type}; charset=utf-8`)).toEqual(
        types,
      );
    }
  });

  it('is refused before its first byte like any other request', async () => {
    const read = vi.spyOn(shop.service(StatementPages), 'page');
    read.mockRejectedValueOnce(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
    const { status, json } = await get('statement?format=csv');
    read.mockRestore();

    expect([status, json]).toEqual([503, expect.objectContaining({ code: 111 })]);
  });

  it('is refused to a client of HTTP/1.0, which could not tell a cut file from a whole one', async () => {
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write(written(account, 'statement?format=csv', '1.0'));
    const text = await connection.untilClosed();

    expect(text).toContain('"code":114');
    expect(text).toContain('HTTP/1.1');
  });
});

describe('a file that cannot be read to its end', () => {
  /** What a client has of a file whose second part fails. */
  async function cutFile(fail: () => Promise<never>) {
    const pages = shop.service(StatementPages);
    const page = pages.page.bind(pages);
    const read = vi.spyOn(pages, 'page').mockImplementation((...asked) => {
      return asked[2] === undefined ? page(...asked) : fail();
    });
    const { promise, resolve } = Promise.withResolvers<{ text: string; isWhole: boolean }>();
    const { hostname, port } = new URL(shop.baseUrl);
    const path = `${API}/statement?format=jsonl`;
    const headers = { 'api-token': account.token };
    let text = '';
    httpRequest({ hostname, port, path, headers }, (response) => {
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', () => undefined);
      response.on('close', () => {
        resolve({ text, isWhole: response.complete });
      });
    })
      .on('error', () => {
        resolve({ text, isWhole: false });
      })
      .end();
    const file = await promise;
    read.mockRestore();
    return file;
  }

  it('never ends like a whole one', async () => {
    const failures = [
      () => Promise.reject(new Error('a bug')),
      () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })),
    ];
    for (const fail of failures) {
      const { text, isWhole } = await cutFile(fail);

      expect(isWhole).toBe(false);
      expect(text).not.toContain('ERROR');
    }
  });

  it('ends when the token is revoked, and when the account is barred', async () => {
    for (const change of [
      'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1',
      'UPDATE accounts SET api_permitted = false WHERE id = $1',
    ]) {
      const other = await shop.account();
      await insertEntries(shop.db, other.id, { count: 600 });
      const pages = shop.service(StatementPages);
      const page = pages.page.bind(pages);
      let reads = 0;
      const read = vi.spyOn(pages, 'page').mockImplementation(async (...asked) => {
        reads++;
        const found = await page(...asked);
        await shop.db.query(change, [other.id]);
        return found;
      });
      await expect(get('statement?format=jsonl', other)).rejects.toThrow();
      read.mockRestore();

      expect(reads).toBe(1);
    }
  });
});

describe('clients that hang in the middle of a file', () => {
  const unsent = () => shop.app.getHttpAdapter() as unknown as SoukHttpAdapter;
  /** Sessions that keep a transaction open, or a snapshot without a statement. */
  const KEPT = `
    SELECT query FROM pg_stat_activity
    WHERE datname = current_database()
      AND (state LIKE 'idle in transaction%' OR state = 'idle' AND backend_xmin IS NOT NULL)`;

  it('hold no connection, transaction or snapshot, and orders go on', async () => {
    const buyer = await shop.account({ balance: '100' });
    const product = await shop.product({ price: '1' });
    const clients = [];
    for (let count = 0; count < 20; count++) {
      const format = count % 2 === 0 ? 'csv' : 'jsonl';
      clients.push(
        await stuckReader(`${count % 3 === 0 ? 'orders' : 'statement'}?format=${format}`),
      );
    }
    const { pool } = shop.service(Database);
    await until(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount);
    // A job of the shop has a transaction now and then, for a moment.
    await until(async () => (await shop.db.query(KEPT)).length === 0);
    // The slots of the account are free.
    expect(shop.service(AccountLanes).of('answers').waitingRequests).toBe(0);
    expect(unsent().unsentAnswers.byteLength).toBe(20 * MIN_PART_BYTES);

    const path = `${API}/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    expect((await buyer.api(path)).json).toMatchObject({ status: 'OK' });
    expect((await account.api(`${API}/profile`)).status).toBe(200);
    expect(clients.map(({ response }) => response.closed)).toEqual(Array(20).fill(false));

    for (const { connection, response } of clients) {
      connection.destroy();
      // What it was sent last would never leave the server, which does not notice the end before.
      response.socket?.destroy();
    }
    await until(() => unsent().unsentAnswers.byteLength === 0);
    await until(() => shop.service(Shutdown).runningRequests === 0);
  });

  it('have a few parts made, and no more of it is read', async () => {
    const read = vi.spyOn(shop.service(StatementPages), 'page');
    const { connection, response } = await stuckReader('statement?format=jsonl');
    const { pool } = shop.service(Database);
    await until(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount);
    const parts = read.mock.calls.length;
    await account.api(`${API}/profile`);
    expect(parts).toBeLessThanOrEqual(3);
    expect(read).toHaveBeenCalledTimes(parts);

    connection.destroy();
    response.socket?.destroy();
    await until(() => response.closed);
    await account.api(`${API}/profile`);
    expect(read).toHaveBeenCalledTimes(parts);
    read.mockRestore();
  });

  it('get the whole file when they go on', async () => {
    const server: Server = shop.app.getHttpServer();
    const answer = new Promise<ServerResponse>((resolve) => {
      server.once('request', (_request: IncomingMessage, response: ServerResponse) => {
        response.socket!.cork();
        resolve(response);
      });
    });
    const connection = await RawConnection.open(shop.baseUrl);
    const request = written(account, 'statement?format=jsonl').replace(
      'Host',
      'Connection: close\r\nHost',
    );
    connection.write(request);
    const response = await answer;
    await until(() => response.socket!.writableLength > 0);
    const text = connection.untilClosed();
    const { socket } = response;
    await until(() => {
      socket!.uncork();
      return response.writableFinished || response.closed;
    });
    const numbers = [...(await text).matchAll(/"sequence":(\d+),/g)].map(([, digits]) =>
      Number(digits),
    );
    expect(numbers).toEqual(DOWNWARDS);
  });

  it('are disconnected after WRITE_TIMEOUT_SECONDS', async () => {
    // A shop of its own: a short time to write, which is a setting.
    const strict = await startTestShop({ WRITE_TIMEOUT_SECONDS: '1' });
    const reader = await strict.account();
    await insertEntries(strict.db, reader.id, { count: 10 });
    const stuck = nextStuck(strict);
    const connection = await RawConnection.open(strict.baseUrl);
    connection.write(written(reader, 'statement?format=csv'));
    const response = await stuck;
    await until(() => response.closed);
    expect(response.writableFinished).toBe(false);
    connection.destroy();
    await strict.close();
  });
});
