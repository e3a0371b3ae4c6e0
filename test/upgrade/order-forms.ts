import { ShopRows } from '../../src/start/testing/shop-rows.js';
import type { ChaosShop } from '../chaos/shop/chaos-shop.js';
import type { OrderRequest } from '../chaos/shop/order-client.js';
import type { Random } from '../support/random.js';

import { BOUGHT_FROM } from './supplier.js';

/** Spellings of one order, as queries in which KEY stands for the key and ID for the id of the player. */
export interface OrderForm {
  readonly product: number;
  /** What every spelling means to a release that reads it. */
  readonly quantity: number;
  /** Names of the fields, with their values. */
  readonly fields: Readonly<Record<string, string>>;
  /** Those that the release before reads, too. */
  readonly both: readonly string[];
  /**
   * Those that this release alone reads, while its request forms are on. The release before refuses them or means something
   * else.
   */
  readonly later: readonly string[];
}

/** Adds the products that other forms need to the shop. */
export async function orderForms({ db, products }: ChaosShop): Promise<readonly OrderForm[]> {
  const rows = new ShopRows(db);
  const atOnce = { price: '1.26048', fulfillment: [{ handler: 'chaos-at-once', settings: {} }] };
  const { codes, ...singles } = products;
  const bought = await rows.product({
    ...{ price: '1.26048', type: 'package', fields: ['playerId'] },
    fulfillment: [{ handler: 'upstream', settings: BOUGHT_FROM }],
  });
  return [
    { product: bought, ...ONE_PIECE },
    ...Object.values<number>(singles).map((product) => ({ product, ...ONE_PIECE })),
    { product: codes, ...PIECES },
    { product: await rows.product({ ...atOnce, fields: ['Player ID', 'Zone ID'] }), ...ZONE_ID },
    { product: await rows.product({ ...atOnce, fields: ['Player ID', 'Zone'] }), ...ZONE },
    {
      product: await rows.product({ ...atOnce, type: 'package', fields: [ARABIC] }),
      ...ARABIC_FIELD,
    },
  ];
}

const ARABIC = 'معرف اللاعب';

const ONE_PIECE = {
  quantity: 1,
  fields: { playerId: 'ID' },
  both: [
    'order_uuid=KEY&playerId=ID',
    'order_uuid=KEY&PLAYERID=ID&qty=1.0&max_price=2',
    'order_uuid=KEY&player_id=ID&note=text',
    'order_uuid=KEY&uid=ID&qty=1',
  ],
  later: ['uuid=KEY&playerId=ID', 'orderUuid=KEY&uid=ID&quantity=1', 'order_uuid=KEY&param1=ID'],
} as const;

const PIECES = {
  quantity: 2,
  fields: { playerId: 'ID' },
  both: [
    'order_uuid=KEY&playerId=ID&qty=2',
    'order_uuid=KEY&playerid=ID&qty=2.0&max_price=100',
    'order_uuid=KEY&link=ID&qty=02',
  ],
  later: [
    'order_uuid=KEY&playerId=ID&qt=2',
    'order_uuid=KEY&playerId=ID&quantity=2',
    'order_uuid=KEY&playerId=ID&Qty=2',
    'order_uuid=KEY&uid=ID&qty[]=2',
    'uuid=KEY&playerId=ID&qty=2',
    'Order-UUID=KEY&player_id=ID&QTY=2&count=7',
  ],
} as const;

const ZONE_ID = {
  quantity: 2.5,
  fields: { 'Player ID': 'ID', 'Zone ID': '2001' },
  both: [
    'order_uuid=KEY&Player ID=ID&Zone ID=2001&qty=2.5',
    'order_uuid=KEY&player_id=ID&zone_id=2001&qty=2.50',
    'order_uuid=KEY&playerId=ID&zone-id=2001&qty=2.5',
  ],
  later: [
    'order_uuid=KEY&playerId=ID&serverId=2001&qty=2.5',
    'order_uuid=KEY&uid=ID&server=2001&qt=2.5',
    'order_uuid=KEY&param1=ID&param2=2001&quantity=2.5',
    'order_uuid=KEY&param_1=ID&param_2=2001&qty=2.5',
  ],
} as const;

const ZONE = {
  quantity: 3,
  fields: { 'Player ID': 'ID', Zone: '2001' },
  both: [
    'order_uuid=KEY&Player ID=ID&Zone=2001&qty=3',
    'order_uuid=KEY&playerId=ID&zone=2001&qty=3',
  ],
  later: [
    // The release before takes 7 for the zone.
    'order_uuid=KEY&playerId=ID&zone_id=2001&uid=7&qty=3',
    'order_uuid=KEY&playerId=ID&serverId=2001&qty=3',
  ],
} as const;

const ARABIC_FIELD = {
  quantity: 1,
  fields: { [ARABIC]: 'ID' },
  both: [
    `order_uuid=KEY&${ARABIC}=ID`,
    `order_uuid=KEY&${ARABIC.replace(' ', '_')}=ID&qty=1`,
    'order_uuid=KEY&playerId=ID',
  ],
  later: [`uuid=KEY&${ARABIC}=ID&qt=1`, 'order_uuid=KEY&param1=ID&quantity=1'],
} as const;

/** A spelling with one of the spellings of its key, in one of the ways in which clients send it. */
export function sentAs(
  { product }: OrderForm,
  spelling: string,
  { key, player }: { readonly key: string; readonly player: string },
  random: Random,
): OrderRequest {
  const isUsualName = spelling.startsWith('order_uuid=');
  const keys = [
    key,
    key.toUpperCase(),
    `{${key}}`,
    ...(isUsualName ? [key.replaceAll('-', '')] : []),
  ];
  const parameters = new Map(
    spelling.split('&').map((each): [string, string] => {
      const [name = '', value = ''] = each.split('=');
      if (value === 'KEY') return [name, random.pick(keys)];
      return [name, value === 'ID' ? player : value];
    }),
  );
  const path = `/client/api/newOrder/${product}${random.pick(['/params', ''])}`;
  const query = new URLSearchParams([...parameters]).toString();
  const posted = (type: string, body: string): OrderRequest => ({
    path,
    ask: { method: 'POST', headers: { 'Content-Type': type }, body },
  });
  return random.pick([
    () => ({ path: `${path}?${query}`, ask: {} }),
    () => ({ path: `${path}?${query.replaceAll('+', '%20')}`, ask: { method: 'POST' } }),
    () => posted('application/x-www-form-urlencoded', query),
    () => posted('application/json', JSON.stringify(Object.fromEntries(parameters))),
  ])();
}
