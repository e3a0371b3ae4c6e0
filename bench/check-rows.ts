import { cpuTimes, postmaster, secondsOf } from './cpu-time.js';
import { placeOrders, type OrderTarget } from './http-orders.js';
import { rateRow, type Row } from './table.js';
import { inTurn, type Workbench } from './workbench.js';

const PRODUCTS = 100;
/** Of any quantity from 1, and available. */
const PRODUCT = 1;
const ACCOUNTS = 200;
const CROWDS = [16, 64] as const;
const REFERENCE = 'souk without extensions';
/** One and a half times the CPU an order. */
const WANTED = 1 / 1.5;

interface Checked {
  readonly what: string;
  readonly file: string;
  readonly wanted?: number;
}

const CHECKED: readonly Checked[] = [
  { what: 'a check without SQL', file: 'bench/checking-extension.js', wanted: WANTED },
  { what: 'a check with `SELECT 1`', file: 'bench/selecting-extension.js' },
];

/** Places orders from so many clients for as long as the plan says. @returns orders a second of CPU */
type Place = (clients: number) => Promise<number>;

/** Orders a second of CPU, of the server and of PostgreSQL together, when checks of an extension concern every order. */
export async function checkRows(bench: Workbench): Promise<Row[]> {
  const server = await postmaster(process.env.SOUK_TEST_SERVER ?? '');
  if (server === undefined) {
    bench.progress('checks: only where PostgreSQL runs on this machine, with /proc');
    return [];
  }
  const places = [await place(bench, server)];
  for (const { file } of CHECKED) places.push(await place(bench, server, file));
  const rows: Row[] = [];
  for (const clients of CROWDS) {
    bench.progress(`orders with checks, ${clients} clients …`);
    const measures = places.map((one) => () => one(clients));
    const [reference = [], ...checked] = await inTurn(bench.plan.rounds, measures);
    for (const [index, { what, wanted }] of CHECKED.entries()) {
      const pair = { reference, souk: checked[index] ?? [] };
      const name = `orders a second of CPU, ${what} concerns each, ${clients} clients`;
      rows.push(rateRow(name, REFERENCE, pair, wanted));
    }
  }
  return rows;
}

async function place(bench: Workbench, server: number, extension?: string): Promise<Place> {
  const shop = await bench.newShop(PRODUCTS, ACCOUNTS);
  const settings = extension === undefined ? {} : { SOUK_EXTENSIONS: extension };
  const { baseUrl, pid } = await bench.souk(shop, [], settings);
  const target: OrderTarget = { baseUrl, product: PRODUCT, tokens: shop.tokens };
  const seconds = async (): Promise<number> => {
    const times = (await cpuTimes()) ?? new Map<number, never>();
    return secondsOf(times, pid) + secondsOf(times, server);
  };
  return async (clients) => {
    const { warmUpSeconds, seconds: measuredSeconds } = bench.plan.duration;
    await placeOrders(target, clients, { warmUpSeconds: 0, seconds: warmUpSeconds });
    const before = await seconds();
    const duration = { warmUpSeconds: 0, seconds: measuredSeconds };
    const { perSecond } = await placeOrders(target, clients, duration);
    return (perSecond * measuredSeconds) / ((await seconds()) - before);
  };
}
