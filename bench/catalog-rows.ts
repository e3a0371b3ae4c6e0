import type { ServerProcess } from '../test/support/server-process.js';
import { CATALOG_REQUESTS, repeated, type CatalogRequest } from './catalog-requests.js';
import { askOnce, type RawAnswer } from './raw-client.js';
import type { PreparedAnswer } from './references/prepared-answer.js';
import { answerRate, type AnswerRate, type RepeatedRequest } from './repeated-request.js';
import { cpuText, rateRow, type Pair, type Row } from './table.js';
import { inTurn, portOf, type Shop, type Workbench } from './workbench.js';

/** The size at which all references are measured; at the others the bare server says enough. */
const FULL_SIZE = 1000;
/** Headers that a reference has, too, without naming them. */
const WRITTEN_BY_NODE: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** Parts that the server can answer without, and what each of them has to be worth to be kept. */
const ABLATIONS = [
  { file: 'fast-path', name: 'souk without the fast path', wanted: 1.5 },
  { file: 'gathered-lines', name: 'souk, log lines one by one', wanted: 1 },
] as const;
type Ablation = (typeof ABLATIONS)[number];

/** A size of catalog, and who serves it. */
interface Scene {
  readonly bench: Workbench;
  readonly products: number;
  readonly token: string;
  readonly souk: ServerProcess;
  /** What else is measured at the full size only. */
  readonly others: Others | undefined;
}

interface Others {
  readonly hurried: ServerProcess;
  readonly ablated: readonly { readonly part: Ablation; readonly server: ServerProcess }[];
}

interface Reference {
  readonly name: string;
  readonly asked: RepeatedRequest;
  readonly wanted?: number;
  /** The most that an answer of ours may cost the processors, as a multiple. */
  readonly wantedCpu?: number | undefined;
}

/** Catalog answers of each size of catalog, against what else could send them. */
export async function catalogRows(bench: Workbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const products of bench.plan.products) {
    const shop = await bench.catalogShop(products);
    const [token = ''] = shop.tokens;
    const souk = await bench.souk(shop);
    if (bench.plan.before !== undefined) {
      rows.push(...(await rowsAgainst(bench.plan.before, { bench, products, token, souk })));
      continue;
    }
    const others = products === FULL_SIZE ? await othersOf(bench, shop) : undefined;
    const scene = { bench, products, token, souk, others };
    for (const request of requestsOf(bench)) rows.push(...(await requestRows(request, scene)));
    const servers = others ? [others.hurried, ...others.ablated.map(({ server }) => server)] : [];
    await Promise.all([souk, ...servers].map((server) => server.stop()));
  }
  return rows;
}

function requestsOf({ plan }: Workbench): readonly CatalogRequest[] {
  return CATALOG_REQUESTS.filter(({ name }) => name.includes(plan.row));
}

async function othersOf(bench: Workbench, shop: Shop): Promise<Others> {
  const hurried = await bench.hurriedShop(FULL_SIZE, shop.tokens);
  const ablated = [];
  for (const part of ABLATIONS) {
    ablated.push({ part, server: await bench.soukWithout(part.file, shop) });
  }
  return { hurried, ablated };
}

/** The same requests against an earlier commit, on the same database. */
async function rowsAgainst(commit: string, scene: Omit<Scene, 'others'>): Promise<Row[]> {
  const { bench, products, token, souk } = scene;
  const before = await bench.soukBefore(await bench.catalogShop(products), commit);
  const rows: Row[] = [];
  for (const request of requestsOf(bench)) {
    const reference = await repeatedAt(before, request, token);
    const asked = await repeatedAt(souk, request, token);
    const what = `${request.name} (${sizeOf(asked.answer)}), ${products} products`;
    bench.progress(`${what} …`);
    rows.push(...(await contest(what, [{ name: commit, asked: reference }], asked, bench)));
  }
  await Promise.all([souk.stop(), before.stop()]);
  return rows;
}

async function requestRows(request: CatalogRequest, scene: Scene): Promise<Row[]> {
  const { bench, products, token, souk, others } = scene;
  const asked = await repeatedAt(souk, request, token);
  const what = `${request.name} (${sizeOf(asked.answer)}), ${products} products`;
  bench.progress(`${what} …`);
  const prepared = preparedFrom(asked.answer, token);
  const bareServer = await bench.bareServer(prepared);
  const nestServer = others && (await bench.nestServer(prepared));
  const references: Reference[] = [];
  if (others) {
    const own = await repeatedAt(others.hurried, request, token);
    const asked: RepeatedRequest = { ...own, sharesCore: true };
    references.push({ name: `hurried endpoint (${sizeOf(own.answer)})`, asked });
  }
  for (const { part, server } of others?.ablated ?? []) {
    references.push({ name: part.name, asked: await sameAt(server, asked), wanted: part.wanted });
  }
  if (nestServer) {
    const same = await sameAt(nestServer, asked);
    references.push({ name: 'Nest on Express, same bytes', asked: same, wanted: 1, wantedCpu: 1 });
  }
  const bare = await sameAt(bareServer, asked);
  // The last, right before ours: it is what a ratio is wanted of.
  const { wanted, wantedCpu } = request;
  references.push({ name: 'bare `node:http`, same bytes', asked: bare, wanted, wantedCpu });
  const rows = await contest(what, references, asked, bench);
  await Promise.all([bareServer.stop(), nestServer?.stop()]);
  return rows;
}

async function contest(
  what: string,
  references: readonly Reference[],
  asked: RepeatedRequest,
  { plan }: Workbench,
): Promise<Row[]> {
  const contenders = [...references.map((reference) => reference.asked), asked];
  const rates = await inTurn(
    plan.rounds,
    contenders.map((contender) => () => answerRate(contender, plan.duration)),
  );
  const souk = rates.at(-1) ?? [];
  const pairOf = (index: number, figure: keyof AnswerRate): Pair => ({
    reference: (rates[index] ?? []).map((rate) => rate[figure]),
    souk: souk.map((rate) => rate[figure]),
  });
  return references.map(({ name, wanted, wantedCpu }, index) => ({
    ...rateRow(what, name, pairOf(index, 'perSecond'), wanted),
    cpu: cpuText(pairOf(index, 'cpuUs'), wantedCpu),
  }));
}

async function repeatedAt(
  server: ServerProcess,
  request: CatalogRequest,
  token: string,
): Promise<RepeatedRequest> {
  return { ...(await repeated(request, portOf(server), token)), pid: server.pid };
}

/** What a reference is told to send. */
export function preparedFrom({ status, headers, body }: RawAnswer, token: string): PreparedAnswer {
  const own = Object.entries(headers).filter(([name]) => !WRITTEN_BY_NODE.has(name));
  return { status, headers: Object.fromEntries(own), body: body.toString('base64'), token };
}

/**
 * The same request at a server that was told the answer.
 * @throws Error when it answers something else.
 */
export async function sameAt(
  server: ServerProcess,
  asked: RepeatedRequest,
): Promise<RepeatedRequest> {
  const port = portOf(server);
  const answer = await askOnce(port, asked.request);
  const same = answer.status === asked.answer.status && answer.body.equals(asked.answer.body);
  const [names, wanted] = [answer, asked.answer].map(({ headers }) => Object.keys(headers).sort());
  if (!same || String(names) !== String(wanted)) {
    throw new Error(`a reference answers ${String(names)} where Souk answers ${String(wanted)}`);
  }
  return { ...asked, port, pid: server.pid, answer };
}

function sizeOf({ body }: RawAnswer): string {
  return body.length < 10_000 ? `${body.length} B` : `${(body.length / 1000).toFixed(0)} kB`;
}
