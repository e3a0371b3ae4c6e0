import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { IncomingMessage } from 'node:http';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS } from '../../chaos/shop/chaos-shop.js';
import { insertEntries, insertOrders } from '../../support/book-rows.js';
import { Faults } from '../../support/faults.js';
import { HttpClient } from '../../support/http-client.js';
import { RawConnection } from '../../support/raw-connection.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';

const MEGABYTE = 1024 ** 2;
/** Above the memory of the idle server. */
const MAX_GROWTH_MB = 60;
const SLOW_READERS = 20;
const WARM_ENTRIES = 10_000;
/** What docs/scale.md asks for. With more, Node would leave garbage where it is, and the memory would say little. */
const SMALL_HEAP = '--max-old-space-size=128';
const API = '/client/api';
const VERIFY = fileURLToPath(
  new URL('../../../examples/verify-statement/verify.mjs', import.meta.url),
);

/** A long ledger is read in all its forms while others hang in the middle of it and orders go on. */
export const books: Scenario = {
  title: 'statements of any size in constant memory',
  run: async (_random, { entries }, say) => {
    const db = await createTestDatabase();
    const rows = new ShopRows(db);
    const [reader, warm] = [await rows.account(), await rows.account()];
    const buyer = await rows.account({ balance: '1000000' });
    const product = await rows.product({ price: '1' });
    await insertEntries(db, reader.id, { count: entries });
    await insertOrders(db, reader.id, { count: entries });
    await insertEntries(db, warm.id, { count: WARM_ENTRIES });
    await db.query('ANALYZE');
    // Those that hang are not to be cut before the end.
    const settings = { ...addressOf(db), WRITE_TIMEOUT_SECONDS: '300', NODE_OPTIONS: SMALL_HEAP };
    const server = await WatchedServer.start({ ...CHAOS_SETTINGS, ...settings });
    const folder = await mkdtemp(join(tmpdir(), 'souk-books-'));
    const client = new HttpClient(server.baseUrl);
    const faults = new Faults();
    const reading = new Reading(server, client, folder);
    const startedMb = (await server.residentBytes()) / MEGABYTE;
    // What a server compiles and sets aside when it first does such work does not count.
    const first = new Orders(client, buyer.token, product);
    const firstReaders = await hangingReaders(server.baseUrl, warm.token);
    await reading.everything(warm.token, WARM_ENTRIES, faults);
    await first.stop();
    for (const connection of firstReaders) connection.destroy();
    const idleBytes = await server.residentBytes();
    say(
      `${startedMb.toFixed(0)} MiB after the start, ${(idleBytes / MEGABYTE).toFixed(0)} MiB idle`,
    );
    await server.forgetPeak();

    const hanging = await hangingReaders(server.baseUrl, reader.token);
    const orders = new Orders(client, buyer.token, product);
    const file = await reading.everything(reader.token, entries, faults);
    const placed = await orders.stop();
    const grownMb = ((await server.peakBytes()) - idleBytes) / MEGABYTE;
    faults.limit('the memory above that of the idle server', grownMb, MAX_GROWTH_MB, 'MiB');
    if (placed === 0) faults.add('no order was placed meanwhile');
    for (const fault of orders.faults) faults.add('an order failed', fault);
    say(`${placed} orders meanwhile, at most ${grownMb.toFixed(1)} MiB above the idle server`);
    await verify(file, client, reader.token, faults);

    for (const connection of hanging) connection.destroy();
    client.close();
    const code = await server.stop();
    if (code !== 0) faults.add(`the server ended with ${code}`);
    await rm(folder, { recursive: true });
    await db.drop();
    const did = `${entries} entries and ${entries} orders as pages, CSV and JSON lines beside ${SLOW_READERS} readers that hang and ${placed} orders: ${grownMb.toFixed(1)} MiB above the idle server`;
    return { did, faults: faults.list };
  },
};

/** Reads both lists of an account in all forms, and counts what they hold. */
class Reading {
  constructor(
    private readonly server: WatchedServer,
    private readonly client: HttpClient,
    private readonly folder: string,
  ) {}

  /** @returns the file with the statement as JSON lines. */
  async everything(token: string, entries: number, faults: Faults): Promise<string> {
    const statement = await this.saved('statement', 'jsonl', token);
    const counts = {
      'statement pages': await this.pages('statement', token),
      'statement jsonl': await linesOf(statement),
      'statement csv': (await linesOf(await this.saved('statement', 'csv', token))) - 1,
    };
    for (const [form, count] of Object.entries(counts)) {
      if (count !== entries) faults.add('not every entry once', `${form}: ${count}`);
    }
    await linesOf(await this.saved('orders', 'csv', token));
    return statement;
  }

  private async pages(book: string, token: string): Promise<number> {
    const seen = new Set<number>();
    let cursor = '';
    for (;;) {
      const path = `${API}/${book}?limit=500${cursor}`;
      const { json } = await this.client.send(path, { token });
      const { data, next } = json as { data: { sequence: number }[]; next: string | null };
      for (const { sequence } of data) seen.add(sequence);
      if (next === null) return seen.size;
      cursor = `&cursor=${next}`;
    }
  }

  private async saved(book: string, format: string, token: string): Promise<string> {
    const file = join(this.folder, `${book}.${format}`);
    const url = `${this.server.baseUrl}${API}/${book}?format=${format}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { headers: { 'api-token': token } }, resolve)
        .on('error', reject)
        .end();
    });
    await pipeline(answer, createWriteStream(file));
    return file;
  }
}

async function linesOf(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line !== '') lines++;
  }
  return lines;
}

/** Readers of a file that take no more than the buffers of the system. */
async function hangingReaders(baseUrl: string, token: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let count = 0; count < SLOW_READERS; count++) {
    const format = count % 2 === 0 ? 'jsonl' : 'csv';
    const connection = await RawConnection.open(baseUrl);
    connection.write(
      `GET ${API}/statement?format=${format} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`,
    );
    connections.push(connection);
  }
  return connections;
}

/** Places one order after the other. */
class Orders {
  readonly faults: string[] = [];
  private isStopped = false;
  private readonly ended: Promise<number>;

  constructor(
    private readonly client: HttpClient,
    private readonly token: string,
    private readonly product: number,
  ) {
    this.ended = this.place();
  }

  /** @returns how many were placed. */
  stop(): Promise<number> {
    this.isStopped = true;
    return this.ended;
  }

  private async place(): Promise<number> {
    let placed = 0;
    while (!this.isStopped) {
      const path = `${API}/newOrder/${this.product}/params?order_uuid=${randomUUID()}`;
      const { status, text } = await this.client.send(path, { token: this.token });
      if (status === 200) placed++;
      else this.faults.push(text);
    }
    return placed;
  }
}

/** The verifier agrees with the saved statement and the profile, and names an entry of which one byte was changed. */
async function verify(
  file: string,
  client: HttpClient,
  token: string,
  faults: Faults,
): Promise<void> {
  const { json } = await client.send(`${API}/profile?details=1`, { token });
  const { ledger_hash: head } = json as { ledger_hash: string };
  const run = (more: string[]) => promisify(execFile)(process.execPath, [VERIFY, ...more]);
  await run([file, head]).catch((error: unknown) => {
    faults.add('the verifier disagrees', String((error as { stdout?: string }).stdout));
  });
  await promisify(execFile)('sed', ['-i', '0,/"actor":"shop"/s//"actor":"shoq"/', file]);
  const said = await run([file, head]).then(
    () => 'nothing',
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  if (!said.includes('its texts are not those that it has committed to')) {
    faults.add('the verifier does not name the changed entry', said);
  }
}
