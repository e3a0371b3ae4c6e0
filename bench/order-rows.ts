import { bareOrders, makeBareTables } from './bare-statement.js';
import { placeOrders, type OrderTarget } from './http-orders.js';
import { rateRow, type Row } from './table.js';
import { inTurn, type Workbench } from './workbench.js';

/** Who orders at once. */
interface Crowd {
  readonly clients: number;
  readonly accounts: number;
  /** The least part of the bare statement's orders a second that we want. */
  readonly wanted?: number;
}

const ACCOUNTS = 1000;
const PRODUCTS = 1000;
/** Of any quantity from 1, and available. */
const PRODUCT = 1;

const HOT_16: Crowd = { clients: 16, accounts: 1 };
const HOT_64: Crowd = { clients: 64, accounts: 1 };
const CROWDS: readonly Crowd[] = [
  { clients: 16, accounts: ACCOUNTS },
  { clients: 64, accounts: ACCOUNTS, wanted: 0.5 },
  HOT_16,
  HOT_64,
];
/** The least part of the orders at 16 clients that one hot account has to keep at 64. */
const KEPT_WHEN_HOT = 0.8;

const BARE = 'bare statement through `pg`';
const HURRIED = 'hurried endpoint';
const UNBATCHED = 'souk, one order a statement';
/** What the batches have to be worth. */
const WORTH_BATCHING = 1;
/** In the order in which they are measured. */
const CONTENDERS = [HURRIED, BARE, UNBATCHED, 'souk'] as const;
type Contender = (typeof CONTENDERS)[number];

/** Places orders for as long as the plan says. @returns orders a second. */
type Place = (crowd: Crowd) => Promise<number>;

/** Orders over HTTP, against the statement that each must run at least, and against five of them. */
export async function orderRows(bench: Workbench): Promise<Row[]> {
  const places = await contenders(bench);
  const pairs = CROWDS.flatMap((crowd) => CONTENDERS.map((contender) => ({ crowd, contender })));
  bench.progress('orders …');
  const measures = pairs.map(
    ({ crowd, contender }) =>
      () =>
        places[contender](crowd),
  );
  const rates = await inTurn(bench.plan.rounds, measures);
  const ratesOf = (crowd: Crowd, contender: Contender): readonly number[] =>
    rates[pairs.findIndex((pair) => pair.crowd === crowd && pair.contender === contender)] ?? [];
  const rows = CROWDS.flatMap((crowd) => {
    const souk = ratesOf(crowd, 'souk');
    const row = (reference: Contender, wanted?: number): Row =>
      rateRow(nameOf(crowd), reference, { reference: ratesOf(crowd, reference), souk }, wanted);
    return [row(HURRIED), row(BARE, crowd.wanted), row(UNBATCHED, WORTH_BATCHING)];
  });
  const hot = { reference: ratesOf(HOT_16, 'souk'), souk: ratesOf(HOT_64, 'souk') };
  return [...rows, rateRow(nameOf(HOT_64), 'souk itself, 16 clients', hot, KEPT_WHEN_HOT)];
}

async function contenders(bench: Workbench): Promise<Record<Contender, Place>> {
  const shop = await bench.newShop(PRODUCTS, ACCOUNTS);
  const { url } = await bench.database({ empty: true });
  await makeBareTables(url, ACCOUNTS);
  const souk = await bench.souk(shop);
  const unbatched = await bench.soukWithout('batches', shop);
  const hurried = await bench.hurriedShop(PRODUCTS, shop.tokens);
  const { duration } = bench.plan;
  const overHttp =
    (baseUrl: string): Place =>
    async ({ accounts, clients }) => {
      const tokens = shop.tokens.slice(0, accounts);
      const at: OrderTarget = { baseUrl, product: PRODUCT, tokens };
      return (await placeOrders(at, clients, duration)).perSecond;
    };
  const bare: Place = async ({ accounts, clients }) =>
    (await bareOrders(url, accounts, clients, duration)).perSecond;
  return {
    [BARE]: bare,
    [HURRIED]: overHttp(hurried.baseUrl),
    [UNBATCHED]: overHttp(unbatched.baseUrl),
    souk: overHttp(souk.baseUrl),
  };
}

function nameOf({ clients, accounts }: Crowd): string {
  return `orders, ${clients} clients, ${accounts === 1 ? 'one hot account' : `${accounts} accounts`}`;
}
