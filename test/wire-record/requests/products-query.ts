import { get, type Group } from '../asked.js';

const LISTS = [
  'products_id=',
  'products_id=1001',
  'products_id=01001',
  'products_id=1006',
  'products_id=1007',
  'products_id=1008',
  'products_id=900001',
  'products_id=x',
  'products_id=-1',
  'products_id=1e3',
  'products_id=1001.0',
  'products_id=2147483648',
  'products_id=1001,1004',
  'products_id=[1004,1001]',
  'products_id=%5B1004%2C1001%5D',
  'products_id=[+1004+,+1001+]',
  'products_id=1001,1001,900001,x,',
  'products_id=[]',
  'products_id=,',
  'products_id=["1001"]',
  'products_id=1001;1004',
  'products_id[]=1001',
  'Products_ID=1001',
  'products_id=1001&products_id=1004',
  'products_id=1001&base=1',
  'products_id=%31001',
  'products_id=%D9%A1',
  'products_id=%00',
];
const BASES = ['', '0', '1', '2', '-1', '01', 'true', '1&base=1', '+1'];

export const PRODUCTS_QUERY: Group = {
  name: 'products-query',
  rows: [
    ...LISTS.map((query) => get('buyer', `products?base=1&${query}`, query)),
    ...BASES.map((base) => get('buyer', `products?products_id=1001&base=${base}`, `base=${base}`)),
    get('buyer', 'products?products_id=1001&lang=ar&page=2', 'unknown parameters'),
    get('buyer', 'products-wrapped?products_id=1001', 'wrapped: one'),
    get('buyer', 'products-wrapped?products_id=[1004,1001]&base=1', 'wrapped: two, short'),
    get('buyer', 'products-wrapped?products_id=900001', 'wrapped: none'),
    get('buyer', 'products-wrapped?base=x', 'wrapped: a malformed base'),
    get('lister', 'products?products_id=1006', 'switched off, for who sees it'),
    get(
      'buyer',
      `products?base=1&products_id=${Array.from({ length: 300 }, (_, n) => n + 900).join()}`,
      'three hundred ids',
    ),
    get('buyer', 'content/0?x=1', 'content with a parameter'),
    ...['00', '011', '-1', '1.0', '1e0', 'x', '0x1', '%D9%A1', '1%20', '%20', '__proto__'].map(
      (id) => get('buyer', `content/${id}`),
    ),
  ],
};
