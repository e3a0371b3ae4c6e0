import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { HttpClient, type Ask } from '../../support/http-client.js';
import { Random } from '../../support/random.js';
import { errorCode } from '../reader.js';
import type { AnswersOf, BesideTask } from './beside.js';

/**
 * Requests beside an import, in a thread of their own, so that what the script itself works does not count. They are sent
 * by a timetable, whether the ones before are answered or not, as those of many clients are.
 */

/** A request of some kind. */
interface Question {
  readonly path: string;
  readonly ask: Ask;
}

const INTERVALS_MS = {
  products: 5_000,
  'products of 20 ids': 100,
  content: 50,
  profile: 100,
  check: 100,
  newOrder: 50,
  'console pages': 500,
} as const;
type Kind = keyof typeof INTERVALS_MS;
const KINDS = Object.keys(INTERVALS_MS) as Kind[];
const PAGES = ['', '/orders', '/orders/waiting', '/catalog', '/accounts', '/catalog/imports'];
const KEPT_ORDERS = 20;

const { baseUrl, token, cookie, shelves, products, seed } = workerData as BesideTask;
const random = new Random(seed);
const client = new HttpClient(baseUrl);
const orders: string[] = [];
let tag = '';
let isOver = false;
let answers = emptyAnswers();
const open = new Set<Promise<void>>();

function emptyAnswers(): Record<Kind, { times: number[]; refusals: string[] }> {
  const kinds = KINDS.map((kind) => [kind, { times: [], refusals: [] }] as const);
  return Object.fromEntries(kinds) as unknown as ReturnType<typeof emptyAnswers>;
}

const QUESTIONS: Readonly<Record<Kind, () => Question>> = {
  products: () => api('products', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag }),
  'products of 20 ids': () => api(`products?products_id=${picked(20).join()}`),
  content: () => api(`content/${random.pick(shelves)}`),
  profile: () => api('profile'),
  check: () => api(`check?orders=[${orders.join()}]`),
  newOrder: () =>
    api(`newOrder/${random.pick(products)}/params?order_uuid=${randomUUID()}&playerId=7`),
  'console pages': () => {
    const headers = { cookie, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
    return { path: `/console${random.pick(PAGES)}`, ask: { headers } };
  },
};

function api(route: string, headers: Record<string, string> = {}): Question {
  return { path: `/client/api/${route}`, ask: { token, headers } };
}

function picked(count: number): number[] {
  return Array.from({ length: count }, () => random.pick(products));
}

async function asked(kind: Kind): Promise<void> {
  const { path, ask } = QUESTIONS[kind]();
  const told = answers[kind];
  try {
    const { status, begun, ended, headers, body } = await client.fetch(path, ask);
    told.times.push(ended - begun);
    // A long body is compressed, and begins with no error.
    const start = body.subarray(0, 200).toString();
    const code = errorCode(start);
    if (status >= 400 || code !== undefined) told.refusals.push(`${status} ${code ?? path}`);
    if (kind === 'products' && status === 200) tag = headers.etag ?? '';
    if (kind === 'newOrder') keepOrder(start);
  } catch (error) {
    told.refusals.push(`no answer: ${String(error)}`);
  }
}

function keepOrder(text: string): void {
  const [, id] = /"order_id":"(ID_\w+)"/.exec(text) ?? [];
  if (id !== undefined) orders.push(id);
  if (orders.length > KEPT_ORDERS) orders.shift();
}

async function repeat(kind: Kind): Promise<void> {
  for (let next = performance.now(); !isOver; next += INTERVALS_MS[kind]) {
    await sleep(Math.max(0, next - performance.now()));
    const one: Promise<void> = asked(kind).finally(() => open.delete(one));
    open.add(one);
  }
}

const running = KINDS.map((kind) => repeat(kind));
parentPort?.on('message', (word: 'take' | 'stop') => {
  void answer(word);
});

async function answer(word: 'take' | 'stop'): Promise<void> {
  if (word === 'stop') {
    isOver = true;
    await Promise.all(running);
    await Promise.all(open);
    client.close();
  }
  const taken: Record<string, AnswersOf> = answers;
  answers = emptyAnswers();
  parentPort?.postMessage(taken);
  if (word === 'stop') parentPort?.close();
}
