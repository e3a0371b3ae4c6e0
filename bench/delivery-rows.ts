import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ShopRows } from '../src/start/testing/shop-rows.js';
import { placeOrders, type OrderTarget } from './http-orders.js';
import { soukCommands } from './souk-commands.js';
import { rateRow, type Row } from './table.js';
import { inTurn, type Shop, type Workbench } from './workbench.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PRODUCTS = 100;
/** Of any quantity from 1, and available. */
const PRODUCT = 1;
export const STOCKED_PRODUCT = 2;
const ACCOUNTS = 200;
const CLIENTS = 64;
/** Codes that a second sells at most. */
const CODES_A_SECOND = 3_000;
const REFERENCE = 'souk, plain orders';
const WANTED = 0.6;
const WANTED_WITH_CHECK = 0.4;

interface Measured {
  readonly what: string;
  readonly wanted: number;
  readonly target: OrderTarget;
}

/**
 * Orders that more is done for than one statement does, and refused ones, beside plain orders of the same rounds. The run fails if one of
 * them is answered otherwise than it should be, such as with 111.
 */
export async function deliveryRows(bench: Workbench): Promise<Row[]> {
  const { plain, measured } = await targets(bench);
  bench.progress(`orders that deliver at once, with caps, and refused, ${CLIENTS} clients …`);
  const measures = [plain, ...measured.map(({ target }) => target)].map(
    (target) => async () => (await placeOrders(target, CLIENTS, bench.plan.duration)).perSecond,
  );
  const [reference = [], ...rates] = await inTurn(bench.plan.rounds, measures);
  return measured.map(({ what, wanted }, index) =>
    rateRow(
      `orders ${what}, ${CLIENTS} clients`,
      REFERENCE,
      { reference, souk: rates[index] ?? [] },
      wanted,
    ),
  );
}

async function targets(bench: Workbench): Promise<{ plain: OrderTarget; measured: Measured[] }> {
  const key = { SECRET_KEYS: randomBytes(32).toString('base64') };
  const shop = await bench.newShop(PRODUCTS, ACCOUNTS * 2);
  const [tokens, capped] = [shop.tokens.slice(0, ACCOUNTS), shop.tokens.slice(ACCOUNTS)];
  await shop.db.query('UPDATE access_tokens SET daily_cap = 1000000 WHERE account_id > $1', [
    ACCOUNTS,
  ]);
  const rows = new ShopRows(shop.db);
  const poor: string[] = [];
  for (let count = 0; count < ACCOUNTS; count++) poor.push((await rows.account()).token);
  await fillStock(bench, shop, key);
  const { baseUrl } = await bench.souk(shop, [], key);
  const checked = await bench.newShop(PRODUCTS, ACCOUNTS);
  const extension = { SOUK_EXTENSIONS: 'bench/checking-extension.js' };
  const withCheck = await bench.souk(checked, [], extension);
  const plain = { baseUrl, product: PRODUCT, tokens };
  const measured = (what: string, other: Partial<OrderTarget>, wanted = WANTED): Measured => {
    return { what, wanted, target: { ...plain, ...other } };
  };
  const ofChecked = { baseUrl: withCheck.baseUrl, tokens: checked.tokens };
  return {
    plain,
    measured: [
      measured('from stock', { product: STOCKED_PRODUCT }),
      measured('under a spend cap', { tokens: capped }),
      measured('refused by 100', { tokens: poor, refusedBy: 100 }),
      measured('refused by 114', { more: '&playerId=twice', refusedBy: 114 }),
      measured('that are replayed', { keys: tokens.map(() => randomUUID()) }),
      measured('with a check of an extension', ofChecked, WANTED_WITH_CHECK),
    ],
  };
}

/** As many codes as all rounds can sell. */
export async function fillStock(
  bench: Workbench,
  { db }: Shop,
  key: Record<string, string>,
): Promise<void> {
  const { warmUpSeconds, seconds } = bench.plan.duration;
  const count = CODES_A_SECOND * (bench.plan.rounds + 1) * (warmUpSeconds + seconds);
  const codes = Array.from({ length: count }, (_, number) => `BENCH-${number}\n`);
  const file = await bench.file('codes.txt', codes.join(''));
  const words = ['codes', 'import', 'bench', file];
  await soukCommands(ROOT, db.directUrl, [words], key);
  const steps = [{ handler: 'codes', settings: { stock: 'bench' } }];
  await db.query('UPDATE products SET fulfillment = $1 WHERE id = $2', [
    JSON.stringify(steps),
    STOCKED_PRODUCT,
  ]);
  await db.query('ANALYZE');
}
