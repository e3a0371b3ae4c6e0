import fc from 'fast-check';
import { listedOrders } from './orders-parameter.js';

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
  it('reads the same list from every way to write it', () => {
    fc.assert(
      fc.property(orderIds, fc.constantFrom(...WRITERS), (ids, write) => {
        expect(listedOrders(write(ids))).toEqual(ids);
      }),
    );
  });

  it('never throws anything but 114', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => listedOrders(text)).not.toThrow();
      }),
    );
  });

  it('refuses 201 orders and a missing parameter', () => {
    const many = Array.from({ length: 201 }, (_, index) => `ID_${index}`).join();
    expect(() => listedOrders(many)).toThrow('At most 200');
    expect(() => listedOrders(undefined)).toThrow('Required parameter missing: orders');
  });
});
