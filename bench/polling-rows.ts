import { randomUUID } from 'node:crypto';
import { preparedFrom, sameAt } from './catalog-rows.js';
import { askOnce, getRequest } from './raw-client.js';
import type { SelectAnswer, Statement } from './references/prepared-answer.js';
import { answersPerSecond, type RepeatedRequest } from './repeated-request.js';
import { rateRow, type Row } from './table.js';
import { inTurn, portOf, type Shop, type Workbench } from './workbench.js';

const API = '/client/api';
const PRODUCTS = 1000;
/** Fewer would wait for each other, since an account has 100 requests under way at most. */
const ACCOUNTS = 8;
/** Connections, and the least part of the reference's answers a second that we want. */
const CROWDS = [
  { clients: 32, wanted: 0.8 },
  { clients: 256, wanted: 2 },
] as const;

/** What bots ask for again and again, and whose answer stands in the database alone. */
interface Poll {
  readonly name: string;
  /** One for each account. */
  readonly requests: readonly [string, ...string[]];
  /** The least that such an answer must read. */
  readonly statement: Statement;
}

/** `profile` and `check` of one order, against a server of Node alone that reads such a row by its key. */
export async function pollingRows(bench: Workbench): Promise<Row[]> {
  const shop = await bench.newShop(PRODUCTS, ACCOUNTS);
  const [token = ''] = shop.tokens;
  const souk = await bench.souk(shop);
  const port = portOf(souk);
  const rows: Row[] = [];
  for (const { name, requests, statement } of await polls(shop, port)) {
    const [request, ...otherRequests] = requests;
    const answer = await askOnce(port, request);
    if (answer.status !== 200) throw new Error(`${name} was answered with ${answer.status}`);
    const prepared: SelectAnswer = { ...preparedFrom(answer, token), statement };
    const reference = await bench.selectServer(shop, prepared);
    for (const { clients, wanted } of CROWDS) {
      // Both wait for a database that needs the core which the load generator would keep busy.
      const ours: RepeatedRequest = {
        port,
        request,
        otherRequests,
        clients,
        answer,
        sharesCore: true,
      };
      const theirs = await sameAt(reference, ours);
      const what = `${name}, ${clients} connections`;
      bench.progress(`${what} …`);
      const measures = [theirs, ours].map((asked) => () => {
        return answersPerSecond(asked, bench.plan.duration);
      });
      const [rates = [], own = []] = await inTurn(bench.plan.rounds, measures);
      const pair = { reference: rates, souk: own };
      rows.push(rateRow(what, 'bare `node:http` with one `pg` select', pair, wanted));
    }
    await reference.stop();
  }
  await souk.stop();
  return rows;
}

async function polls({ tokens, db }: Shop, port: number): Promise<Poll[]> {
  const profiles: string[] = [];
  const checks: string[] = [];
  for (const token of tokens) {
    const orderId = await newOrder(port, token);
    profiles.push(getRequest(`${API}/profile`, { 'api-token': token }));
    checks.push(getRequest(`${API}/check?orders=[${orderId}]`, { 'api-token': token }));
  }
  const [order] = await db.query<{ account_id: number; order_id: string }>(
    'SELECT account_id, order_id FROM orders LIMIT 1',
  );
  return [
    {
      name: '`profile`',
      requests: profiles as [string],
      statement: {
        text: 'SELECT id, name, email, balance + credit_limit AS balance FROM accounts WHERE id = $1',
        values: [order?.account_id],
      },
    },
    {
      name: '`check` of one id',
      requests: checks as [string],
      statement: {
        text: 'SELECT * FROM orders WHERE account_id = $1 AND order_id = $2',
        values: [order?.account_id, order?.order_id],
      },
    },
  ];
}

async function newOrder(port: number, token: string): Promise<string> {
  const query = `qty=1&playerId=1&order_uuid=${randomUUID()}`;
  const request = getRequest(`${API}/newOrder/1/params?${query}`, { 'api-token': token });
  const { body } = await askOnce(port, request);
  const answer = JSON.parse(String(body)) as { data?: { order_id?: string } };
  if (answer.data?.order_id === undefined) throw new Error(String(body));
  return answer.data.order_id;
}
