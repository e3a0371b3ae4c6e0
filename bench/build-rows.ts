import { onServer } from '../test/support/server-connection.js';
import { CONTENT } from './catalog-requests.js';
import { median } from './load.js';
import { askOnce, getRequest } from './raw-client.js';
import { rateRow, verdict, type Row } from './table.js';
import { inTurn, portOf, type Shop, type Workbench } from './workbench.js';

/** Longest that the first answer of a server may take, in seconds. */
const MAX_SECONDS = 3;

/** The first catalog answer of a server that has just started: everything is read and made for it. */
export async function buildRows(bench: Workbench): Promise<Row[]> {
  const { plan } = bench;
  const products = plan.products.at(-1) ?? 0;
  const shop = await bench.catalogShop(products);
  bench.progress(`first answer, ${products} products …`);
  const [reference = [], souk = []] = await inTurn(plan.rounds, [
    async () => 1 / (await secondsToRead(shop)),
    async () => 1 / (await secondsToFirstAnswer(bench, shop)),
  ]);
  const what = `first \`content/{id}\` of a fresh server, ${products} products`;
  const row = rateRow(what, 'reading the same rows through `pg`', { reference, souk });
  const seconds = 1 / median(souk);
  return [
    {
      ...row,
      referenceFigure: `${row.referenceFigure} (${(1 / median(reference)).toFixed(2)} s)`,
      soukFigure: `${row.soukFigure} (${seconds.toFixed(2)} s)`,
      wanted: verdict(`under ${MAX_SECONDS} s`, seconds < MAX_SECONDS),
    },
  ];
}

async function secondsToRead({ db }: Shop): Promise<number> {
  return onServer(db.url, async (client) => {
    const begin = performance.now();
    await client.query('SELECT * FROM categories');
    await client.query('SELECT * FROM products');
    return secondsSince(begin);
  });
}

async function secondsToFirstAnswer(bench: Workbench, shop: Shop): Promise<number> {
  const server = await bench.souk(shop);
  const request = getRequest(CONTENT.path, { 'api-token': shop.tokens[0] ?? '' });
  const begin = performance.now();
  const { status } = await askOnce(portOf(server), request);
  const seconds = secondsSince(begin);
  await server.stop();
  if (status !== 200) throw new Error(`the first answer was a ${status}`);
  return seconds;
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000;
}
