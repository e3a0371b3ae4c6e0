import { randomUUID } from 'node:crypto';
import { preparedFrom, sameAt } from './catalog-rows.js';
import { askOnce, getRequest } from './raw-client.js';
import type { SelectAnswer, Statement } from './references/prepared-answer.js';
import { answersPerSecond, type RepeatedRequest } from './repeated-request.js';
import { rateRow, type Row } from './table.js';
import { inTurn, portOf, type Shop, type Workbench } from './workbench.js';

const API = '/client/api';
const PRODUCTS = 1000;
/** Connections, and the least part of the reference's answers a second that we want. */
const CROWDS = [
  { clients: 32, wanted: 0.8 },
  { clients: 256, wanted: 2 },
] as const;

/** What bots ask for again and again, and whose answer stands in the database alone. */
interface Poll {
  readonly name: string;
  readonly path: string;
  /** The least that such an answer must read. */
  readonly statement: Statement;
}

/** `profile` and `check` of one order, against a server of Node alone that reads the same row by its key. */
export async function pollingRows(bench: Workbench): Promise<Row[]> {
  const shop = await bench.catalogShop(PRODUCTS);
  const [token = ''] = shop.tokens;
  const souk = await bench.souk(shop);
  const rows: Row[] = [];
  for (const { name, path, statement } of await polls(shop, portOf(souk), token)) {
    const request = getRequest(path, { 'api-token': token });
    const answer = await askOnce(portOf(souk), request);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    const prepared: SelectAnswer = { ...preparedFrom(answer, token), statement };
    const reference = await bench.selectServer(shop, prepared);
    for (const { clients, wanted } of CROWDS) {
      // Both wait for a database that needs the core which the load generator would keep busy.
      const ours: RepeatedRequest = {
        ...{ port: portOf(souk), request, clients, answer },
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

async function polls(shop: Shop, port: number, token: string): Promise<Poll[]> {
  const orderId = await newOrder(port, token);
  const [found] = await shop.db.query<{ id: number }>(
    'SELECT account_id AS id FROM orders WHERE order_id = $1',
    [orderId],
  );
  const account = found?.id ?? 0;
  return [
    {
      name: '`profile`',
      path: `${API}/profile`,
      statement: {
        text: 'SELECT id, name, email, balance + credit_limit AS balance FROM accounts WHERE id = $1',
        values: [account],
      },
    },
    {
      name: '`check` of one id',
      path: `${API}/check?orders=[${orderId}]`,
      statement: {
        text: 'SELECT * FROM orders WHERE account_id = $1 AND order_id = $2',
        values: [account, orderId],
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
