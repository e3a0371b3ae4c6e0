import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../test/support/server-process.js';
import { createTestDatabase } from '../test/support/test-database.js';
import { openTestServer } from '../test/support/test-server.js';
import { SOME_CATEGORY, writeBenchCatalog } from './bench-catalog.js';
import { median } from './load.js';
import { machine } from './machine.js';
import { answersPerSecond, askOnce, getRequest, lengthOf, type RawAnswer } from './raw-client.js';
import { soukCommands } from './souk-commands.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENTS = 32;
/** Headers that a bare server has, too, without naming them. */
const WRITTEN_BY_NODE: ReadonlySet<string> = new Set(['Date', 'Connection', 'Keep-Alive']);
const API = '/client/api';

/** One row of the table: a request, and the least part of the bare server's answers a second that we want. */
interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True asks with the tag of the answer before. */
  readonly again?: true;
  readonly wanted: number;
}

const CASES: readonly Case[] = [
  { name: 'products', path: `${API}/products`, wanted: 0.85 },
  {
    name: 'products, gzip',
    path: `${API}/products`,
    headers: { 'Accept-Encoding': 'gzip' },
    wanted: 0.8,
  },
  { name: 'products, 304', path: `${API}/products`, again: true, wanted: 0.6 },
  { name: 'content/{id}', path: `${API}/content/${SOME_CATEGORY}`, wanted: 0.6 },
  { name: 'ping', path: `${API}/ping`, wanted: 0.6 },
];

interface Row {
  readonly one: Case;
  readonly bytes: number;
  readonly bare: number[];
  readonly souk: number[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const temporary = await mkdtemp(join(tmpdir(), 'souk-bench-'));
  const database = await openTestServer();
  try {
    const { server, token } = await catalogShop(temporary, Number(values.products));
    const rows: Row[] = [];
    for (const one of CASES)
      rows.push(await measuredCase(one, { server, token, temporary, rounds, seconds }));
    await server.stop();
    report(
      rows,
      `${await machine()}; ${values.products} products; ${rounds} rounds of ${seconds} s`,
    );
  } finally {
    await database.close();
    await rm(temporary, { recursive: true });
  }
}

/** The built server on a generated catalog, with its settings as they come. */
async function catalogShop(temporary: string, products: number) {
  const db = await createTestDatabase({ empty: true });
  const file = join(temporary, 'catalog.json');
  await writeBenchCatalog(file, products);
  const answers = await soukCommands(ROOT, db.url, [
    ['catalog', 'import', file],
    ['account', 'create', 'Reseller'],
    ['token', 'issue', '1'],
  ]);
  const { token } = answers.at(-1) as { token: string };
  const settings = { DATABASE_URL: db.url, LOG_LEVEL: 'info' };
  const server = await ServerProcess.start(settings, { folder: ROOT, args: ['dist/main.js'] });
  return { server, token };
}

/** Measures our server and a bare one that sends the same bytes, alternately. */
async function measuredCase(
  one: Case,
  {
    server,
    token,
    temporary,
    rounds,
    seconds,
  }: {
    server: ServerProcess;
    token: string;
    temporary: string;
    rounds: number;
    seconds: number;
  },
): Promise<Row> {
  const port = Number(new URL(server.baseUrl).port);
  const headers: Record<string, string> = { 'api-token': token, ...one.headers };
  const first = await askOnce(port, getRequest(one.path, headers));
  if (one.again) headers['If-None-Match'] = first.headers.ETag ?? '';
  const request = getRequest(one.path, headers);
  const answer = await askOnce(port, request);
  const bareServer = await startBareServer(answer, join(temporary, 'answer.json'));
  const barePort = Number(new URL(bareServer.baseUrl).port);
  const bareAnswer = await askOnce(barePort, request);
  const row: Row = { one, bytes: answer.body.byteLength, bare: [], souk: [] };
  const duration = { warmUpSeconds: 1, seconds };
  const rate = (port: number, { answer }: { answer: RawAnswer }) =>
    answersPerSecond({ port, request, clients: CLIENTS, answerLength: lengthOf(answer) }, duration);
  for (let round = 0; round < rounds; round++) {
    row.bare.push(await rate(barePort, { answer: bareAnswer }));
    row.souk.push(await rate(port, { answer }));
  }
  await bareServer.stop();
  return row;
}

async function startBareServer(answer: RawAnswer, file: string): Promise<ServerProcess> {
  const own = Object.entries(answer.headers).filter(([name]) => !WRITTEN_BY_NODE.has(name));
  const headers = Object.fromEntries(own);
  await writeFile(
    file,
    JSON.stringify({ status: answer.status, headers, body: answer.body.toString('base64') }),
  );
  return ServerProcess.start({}, { folder: ROOT, args: ['bench/bare-server.js', file] });
}

function report(rows: readonly Row[], conditions: string): void {
  console.log(`${conditions}; ${CLIENTS} connections\n`);
  console.log('| answer | bytes | bare node:http | souk | of the bare one | wanted |');
  console.log('|---|---|---|---|---|---|');
  for (const { one, bytes, bare, souk } of rows) {
    const part = median(souk.map((rate, round) => rate / (bare[round] ?? NaN)));
    const cells = [
      ...[one.name, String(bytes), `${median(bare).toFixed(0)}/s`, `${median(souk).toFixed(0)}/s`],
      ...[part.toFixed(2), `${part >= one.wanted ? '' : 'not '}${one.wanted.toFixed(2)}`],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

await main();
