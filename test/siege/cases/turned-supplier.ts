import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { besieged } from '../besieged.js';
import { inFigures } from '../figures.js';
import { apiRequest } from '../siege-shop.js';
import { TURNED, turnedName } from '../target.js';
import { addSupplier } from './catalogs.js';

const SUPPLIER = 'turned';
const ORDERS = 12;
/** How long the server is watched after the orders. */
const WATCHED_MS = 20_000;
/** Passes for public, and leads nowhere. */
const PUBLIC_ADDRESS = '3ffe::1';

/** A supplier whose name is public when it is set, and leads to a server beside ours from then on. */
export const supplierTurned = besieged(
  "a supplier's name that turns to 127.0.0.1",
  async (siege) => {
    const { target, faults } = siege;
    const { db, honest } = target.shop;
    const inside = await target.attack('serve', { catalog: 'codes', size: 1 });
    const [url] = await inside.heard(1);
    const { port } = new URL(String(url));
    const when = { more: ['--time-out', '1'], settings: turnedName(PUBLIC_ADDRESS) };
    await addSupplier(siege, SUPPLIER, `http://${TURNED}:${port}`, when);
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
    const { asked } = await inside.stop();
    const rows = await db.query<{ status: string; orders: number }>(
      `SELECT status, count(*)::integer AS orders FROM orders WHERE product_id = $1 GROUP BY status`,
      [product],
    );
    const statuses = Object.fromEntries(rows.map(({ status, orders }) => [status, orders]));
    if (asked > 0) faults.add('the server inside was asked', `${asked} times`);
    if (statuses.wait !== ORDERS) faults.add('orders were not left waiting', inFigures(statuses));
    return `${ORDERS} orders, the server inside asked ${asked} times: ${inFigures(statuses)}`;
  },
);
