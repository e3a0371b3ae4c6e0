import { ordersOf, type Group } from '../asked.js';

const order = ordersOf('buyer', 2_000);

const NUMBERS = [
  '1',
  '1.0',
  '01',
  '2.5',
  '0.000001',
  '0.0000001',
  '1.50000000',
  '',
  ' ',
  '-1',
  '+1',
];
const NO_NUMBERS = [
  '0',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  '.5',
  '5.',
  '1 000',
  '١',
  'x',
  '1\n',
];

const sent = (product: number, quantity: string, name = quantity) =>
  order(`${product}: ${name}`, product, `qty=${encodeURIComponent(quantity)}`);

/** Every form of product_type and qty_values with every form of a number. */
export const QUANTITIES: Group = {
  name: 'quantities',
  rows: [
    ...[...NUMBERS, ...NO_NUMBERS].map((quantity) =>
      sent(1020, quantity, JSON.stringify(quantity)),
    ),
    sent(1020, '1'.repeat(22), '22 digits'),
    sent(1020, '1'.repeat(23), '23 digits'),
    sent(1020, '1'.repeat(5_000), '5,000 digits'),
    sent(1020, `0.${'0'.repeat(40)}1`, '41 decimals'),
    sent(1020, '000000000000000000000000001', 'many zeros'),
    ...['499', '499.999999', '500', '500.5', '500000', '500000.000001', '1'].map((quantity) =>
      sent(1002, quantity),
    ),
    order('1002: none', 1002),
    ...['1', '1.0', '2', '0.5', '0', 'x'].map((quantity) => sent(1003, quantity)),
    ...['1', '50', '50.0', '51', '0', '1.5', '-1'].map((quantity) => sent(1004, quantity)),
    ...['1.92', '1.920', '01.92', '2.88', '110', '110.000', '1', '3', '0', '1.93'].map((quantity) =>
      sent(1005, quantity),
    ),
    order('1005: none', 1005),
    ...['1', '1000000', '5000000000', '4999999999', '10000000000'].map((quantity) =>
      sent(1014, quantity),
    ),
    ...['1', '1000'].map((quantity) => sent(1015, quantity)),
    sent(1016, '1'),
    sent(1019, '0.000001'),
    sent(1019, '9999999999999999'),
    order('repeated', 1020, 'qty=1&qty=1'),
    order('in brackets', 1020, 'qty[]=2'),
    order('in other case', 1020, 'QTY=0.5'),
    order('quantity', 1020, 'quantity=3'),
    order('no UTF-8', 1020, 'qty=%E0%A4%A'),
    order('without a value', 1020, 'qty'),
  ],
};
