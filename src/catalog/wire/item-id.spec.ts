import { itemId } from './item-id.js';

describe('itemId', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['20006', 20_006],
    ['2147483647', 2_147_483_647],
  ])('reads %j', (text, id) => {
    expect(itemId(text)).toBe(id);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    'NaN',
    '١',
    '2147483648',
    '9223372036854775808',
    '1' + '0'.repeat(30),
    '00',
    '01',
    '007',
    '020006',
    '00000000001',
    '1\n',
    '__proto__',
  ])('finds no item under %j', (text) => {
    expect(itemId(text)).toBeUndefined();
  });
});
