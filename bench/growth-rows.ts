import { CONTENT, repeated } from './catalog-requests.js';
import { answersPerSecond, type RepeatedRequest } from './repeated-request.js';
import { ratioOf, rateRow, verdict, type Row } from './table.js';
import { inTurn, portOf, type Workbench } from './workbench.js';

/** How many times slower the same answer may be in the largest catalog than in the smallest. */
const MAX_SLOWDOWN = 1.3;

/** What the size of the catalog costs an answer that does not grow with it. */
export async function growthRows(bench: Workbench): Promise<Row[]> {
  const { plan } = bench;
  const [smallest = 0, largest = smallest] = [plan.products.at(0), plan.products.at(-1)];
  if (smallest === largest) {
    bench.progress('growth: skipped, for it compares two sizes of catalog; see --products');
    return [];
  }
  const servers = [];
  const asked: RepeatedRequest[] = [];
  for (const products of [smallest, largest]) {
    const shop = await bench.catalogShop(products);
    const server = await bench.souk(shop);
    servers.push(server);
    asked.push(await repeated(CONTENT, portOf(server), shop.tokens[0] ?? ''));
  }
  if (asked[0]?.answer.length !== asked[1]?.answer.length)
    throw new Error('the two catalogs answer differently');
  bench.progress(`${CONTENT.name}: ${smallest} and ${largest} products …`);
  const measures = asked.map((one) => () => answersPerSecond(one, plan.duration));
  const [reference = [], souk = []] = await inTurn(plan.rounds, measures);
  await Promise.all(servers.map((server) => server.stop()));
  const slowdown = 1 / ratioOf({ reference, souk });
  const row = rateRow(`${CONTENT.name}, ${largest} products`, `souk itself, ${smallest} products`, {
    reference,
    souk,
  });
  return [
    {
      ...row,
      ratio: `${row.ratio} (${slowdown.toFixed(2)} times slower)`,
      wanted: verdict(`at most ${MAX_SLOWDOWN} times slower`, slowdown <= MAX_SLOWDOWN),
    },
  ];
}
