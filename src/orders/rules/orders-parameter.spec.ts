import fc from 'fast-check';
import { parseFlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { listedOrders, orderLists } from './orders-parameter.js';

const orderIds = fc.uniqueArray(fc.stringMatching(/^ID_[0-9a-f]{16}$/), { maxLength: 20 });

/** Ways in which clients write the list. */
const WRITERS: readonly ((ids: readonly string[]) => string)[] = [
  (ids) => `[${ids.join(',')}]`,
  (ids) => ids.join(', '),
  (ids) => JSON.stringify(ids),
  (ids) => `[${ids.map((id) => `'${id}'`).join(' , ')}] `,
  (ids) => `[${ids.join(',')}]/`,
  (ids) => `${ids.join(',')}&`,
  (ids) => ` [${ids.join(',')}] / & /`,
  (ids) => encodeURIComponent(JSON.stringify(ids)),
];

describe('listedOrders', () => {
  it('reads the orders of several parameters one after the other', () => {
    fc.assert(
      fc.property(orderIds, fc.constantFrom(...WRITERS), fc.nat(20), (ids, write, cut) => {
        const parts = [ids.slice(0, cut), ids.slice(cut)];
        expect(listedOrders(parts.map(write))).toEqual(ids);
        expect(listedOrders([...parts, ids].map(write))).toEqual(ids);
      }),
    );
  });

  it('reads the same list from every spelling', () => {
    fc.assert(
      fc.property(orderIds, fc.constantFrom(...WRITERS), (ids, write) => {
        expect(listedOrders([write(ids)])).toEqual(ids);
      }),
    );
  });

  it('never throws anything but 114', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => listedOrders([text])).not.toThrow();
      }),
    );
  });

  it('refuses 201 orders and a missing parameter', () => {
    const many = Array.from({ length: 201 }, (_, index) => `ID_${index}`).join();
    expect(() => listedOrders([many])).toThrow('At most 200');
    expect(() => listedOrders([])).toThrow('Required parameter missing: orders');
  });

  it('accepts 200 orders, and any number of repetitions', () => {
    const many = Array.from({ length: 200 }, (_, index) => `ID_${index}`);
    expect(listedOrders([[...many, ...many].join()])).toEqual(many);
  });

  it.each([
    ['ID_"1', 'ID_"1'],
    ['%41', '%41'],
    ['ID_1%20%zz', 'ID_1%20%zz'],
    ['""', undefined],
  ])('keeps the items of %s, without empty ones', (text, ...orders) => {
    expect(listedOrders([text])).toEqual(orders.flatMap((order) => order ?? []));
  });
});

describe('orderLists', () => {
  it.each([
    ['orders=a', ['a']],
    ['orders[]=a&orders[]=b', ['a', 'b']],
    ['orders[10]=a&orders=b&orders[2]=c&orders[2]=d', ['a', 'b', 'c', 'd']],
    ['orders%5B0%5D=', ['']],
    ['Orders=a&order=b&orders[=c&orders[x]=d&orders[1][]=e&xorders[]=f&orders[1]x=g', []],
  ])('of %s are %j', (query, lists) => {
    expect(orderLists(parseFlatParameters(query))).toEqual(lists);
  });

  it('refuses a repeated parameter without brackets', () => {
    const parameters = parseFlatParameters('orders=a&orders[]=b&orders=c');

    expect(() => orderLists(parameters)).toThrow('Parameter repeated: orders');
  });
});
