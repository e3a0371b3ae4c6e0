import { CATALOG_REQUESTS, repeated } from './catalog-requests.js';
import { placeOrders } from './http-orders.js';
import { getRequest, RawConnection } from './raw-client.js';
import { answersPerSecond } from './repeated-request.js';
import { rateRow, type Row } from './table.js';
import { inTurn, portOf, type Shop, type Workbench } from './workbench.js';

const PRODUCTS = 1000;
/** Of any quantity from 1, and available. */
const PRODUCT = 1;
/** Accounts without a limit, which are measured. */
const MEASURED_ACCOUNTS = 200;
/** Accounts that have limits in one of the shops, and are called all the time in both. */
const OTHER_ACCOUNTS = 20;
const ORDER_CLIENTS = 16;
/** With it, each of the others sends 60 requests a minute, a tenth of its limit. */
const OTHER_REQUEST_INTERVAL_MS = 50;
const OTHER_LIMITS = 'requests_per_minute = 600, orders_per_minute = 60';
/** What limits of others may cost. */
const WANTED = 0.97;

const REFERENCE = 'souk, no account has a limit';

/** A shop that runs. */
interface Running {
  readonly measured: Shop;
  readonly port: number;
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** What accounts without limits lose when others have some. */
export async function limitRows(bench: Workbench): Promise<Row[]> {
  const unlimited = await running(bench, false);
  const limited = await running(bench, true);
  const rows: Row[] = [];
  for (const { what, rates } of measures(bench, [unlimited, limited])) {
    bench.progress(`${what} …`);
    const [reference = [], souk = []] = await inTurn(bench.plan.rounds, await rates());
    rows.push(rateRow(what, REFERENCE, { reference, souk }, WANTED));
  }
  await Promise.all([unlimited.stop(), limited.stop()]);
  return rows;
}

interface Measure {
  readonly what: string;
  /** One way to measure for each shop. */
  readonly rates: () => Promise<(() => Promise<number>)[]>;
}

function measures({ plan }: Workbench, shops: readonly Running[]): Measure[] {
  const { duration } = plan;
  const requests = CATALOG_REQUESTS.map((request) => ({
    what: request.name,
    rates: () =>
      Promise.all(
        shops.map(async ({ port, measured: { tokens } }) => {
          const asked = await repeated(request, port, tokens[0] ?? '');
          return () => answersPerSecond(asked, duration);
        }),
      ),
  }));
  const orders = {
    what: `orders, ${ORDER_CLIENTS} clients, ${MEASURED_ACCOUNTS} accounts`,
    rates: () =>
      Promise.resolve(
        shops.map(({ baseUrl, measured: { tokens } }) => async () => {
          const target = { baseUrl, product: PRODUCT, tokens };
          return (await placeOrders(target, ORDER_CLIENTS, duration)).perSecond;
        }),
      ),
  };
  return [...requests, orders];
}

/** Starts a shop, and calls the others until it stops. */
async function running(bench: Workbench, hasLimits: boolean): Promise<Running> {
  const { db, tokens } = await bench.newShop(PRODUCTS, MEASURED_ACCOUNTS + OTHER_ACCOUNTS);
  if (hasLimits) {
    await db.query(`UPDATE accounts SET ${OTHER_LIMITS} WHERE id > $1`, [MEASURED_ACCOUNTS]);
  }
  const server = await bench.souk({ db, tokens });
  const port = portOf(server);
  const endCalls = await callInTurn(port, tokens.slice(MEASURED_ACCOUNTS));
  return {
    measured: { db, tokens: tokens.slice(0, MEASURED_ACCOUNTS) },
    port,
    baseUrl: server.baseUrl,
    stop: async () => {
      await endCalls();
      await server.stop();
    },
  };
}

/** Sends a request every moment, each by the next token. @returns ends that. @throws Error when one is refused */
async function callInTurn(port: number, tokens: readonly string[]): Promise<() => Promise<void>> {
  const connection = await RawConnection.open(port);
  let next = 0;
  let call = Promise.resolve();
  const timer = setInterval(() => {
    const token = tokens[next++ % tokens.length] ?? '';
    call = call.then(async () => {
      const { status } = await connection.ask(
        getRequest('/client/api/profile', { 'api-token': token }),
      );
      if (status !== 200) throw new Error(`a call of another account was answered with ${status}`);
    });
  }, OTHER_REQUEST_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await call;
    connection.close();
  };
}
