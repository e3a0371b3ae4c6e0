import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HOST } from '../../../bench/raw-client.js';
import type { AttackContext } from './attack.js';

/** Another shop, of which the server buys. */
export interface ServeOptions {
  /** What its catalog is, or that it answers each order with very many codes. */
  readonly catalog: 'zeros' | 'chain' | 'codes';
  /** Zeros, categories one below the other, or codes of one order. */
  readonly size: number;
}

export interface ServeFigures {
  /** Bytes of the catalog as they are sent. */
  readonly bytes: number;
  readonly served: number;
  /** Requests of any kind. */
  readonly asked: number;
}

const PROFILE = {
  status: 'OK',
  id: 1,
  name: 'Hostile',
  email: '',
  balance: '1000',
  currency: 'USD',
};

const LISTED = [{ id: 7, name: 'Codes', price: 1 }];

/** Tells its address first, then each time that what it is bad at was asked for. */
export async function serve(
  { signal, tell }: AttackContext,
  { catalog, size }: ServeOptions,
): Promise<ServeFigures> {
  const body = gzipSync(BODIES[catalog](size), { level: 9 });
  const route = catalog === 'codes' ? 'newOrder' : 'catalog';
  let served = 0;
  let asked = 0;
  const server = createServer(({ url = '' }, response) => {
    asked += 1;
    response.setHeader('Content-Type', 'application/json');
    if (!url.startsWith(`/client/api/${route}`)) {
      response.end(JSON.stringify(url.startsWith('/client/api/products') ? LISTED : PROFILE));
      return;
    }
    served += 1;
    tell('served');
    response.setHeader('Content-Encoding', 'gzip').end(body);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  tell(`http://${HOST}:${(server.address() as AddressInfo).port}`);
  if (!signal.aborted) await once(signal, 'abort');
  server.closeAllConnections();
  server.close();
  return { bytes: body.length, served, asked };
}

const BODIES: Readonly<Record<ServeOptions['catalog'], (size: number) => Buffer>> = {
  zeros,
  chain,
  codes,
};

/** An order of one piece that is accepted with so many codes. */
function codes(count: number): Buffer {
  const replay = Array.from({ length: count }, (_, number) => `C-${number}`);
  const data = { order_id: 'ID_1', status: 'accept', price: 1, replay_api: [{ replay }] };
  return Buffer.from(JSON.stringify({ status: 'OK', data }));
}

/** `[0,0,…]` */
function zeros(count: number): Buffer {
  const bytes = Buffer.alloc(2 * count + 1, ',0');
  bytes.write('[', 0);
  bytes.write(']', 2 * count);
  return bytes;
}

/** Each category lies in the one before and holds a product. */
function chain(length: number): Buffer {
  const ids = Array.from({ length }, (_, index) => index + 1);
  const categories = ids.map((id) => ({ id, parent_id: id - 1, name: `Category ${id}` }));
  const products = ids.map((id) => ({
    id,
    name: `Item ${id}`,
    price: 1,
    category_id: id,
    available: true,
    product_type: 'package',
    qty_values: null,
    params: [],
  }));
  const tree = { status: 'OK', categories: [], flat_categories: categories, products };
  return Buffer.from(JSON.stringify(tree));
}
