import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { besieged } from '../besieged.js';
import { inFigures } from '../figures.js';
import { apiRequest } from '../siege-shop.js';
import { addSupplier } from './catalogs.js';

const SUPPLIER = 'hostile';
/** Of one piece each; so many stood in the way of each other, where all were taken. */
const ORDERS = 12;
/** How long the server is watched from then on. */
const WATCHED_MS = 45_000;

/** A supplier that answers each order of one piece with very many codes. */
export const supplierCodes = besieged("a supplier's order of many codes", async (siege) => {
  const { target, amounts, faults } = siege;
  const { db, honest } = target.shop;
  const attacker = await target.attack('serve', { catalog: 'codes', size: amounts.codes });
  const [url] = await attacker.heard(1);
  await addSupplier(siege, SUPPLIER, String(url));
  const settings = { supplier: SUPPLIER, product: 7 };
  const product = await new ShopRows(db).product({
    price: '2',
    type: 'package',
    fulfillment: [{ handler: 'upstream', settings }],
  });
  await target.attacked('ask', {
    callers: 1,
    requests: [[apiRequest(`newOrder/${product}/params?order_uuid={uuid}`, honest)]],
    total: ORDERS,
    seconds: 30,
  });
  await sleep(WATCHED_MS);
  const { served } = await attacker.stop();
  const rows = await db.query<{ status: string; orders: number }>(
    `SELECT status, count(*)::integer AS orders FROM orders WHERE product_id = $1 GROUP BY status`,
    [product],
  );
  const statuses = Object.fromEntries(rows.map(({ status, orders }) => [status, orders]));
  if (statuses.wait !== ORDERS) faults.add('orders were not left waiting', inFigures(statuses));
  return `${amounts.codes} codes for each of ${ORDERS} orders, served ${served} times, watched for ${WATCHED_MS / 1000} s: ${inFigures(statuses)}`;
});
