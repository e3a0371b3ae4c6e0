import fc from 'fast-check';
import { cursorOf, positionOf, type Book } from './cursor.js';

const ORDERS: Book = { name: 'orders', accountId: 7 };
const STATEMENT: Book = { name: 'statement', accountId: 7 };
const TIME = '2026-01-31T23:59:59.123456Z';
const ORDER = { time: TIME, id: 'ID_0123456789abcdef' };
const ENTRY = { time: TIME, id: '12', lastId: '9223372036854775807' };

/** The form of our cursors with other parts. */
function forged(...parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

describe('a cursor', () => {
  it('names the place from which it was made, in letters that a URL takes as they are', () => {
    expect(positionOf(ORDERS, cursorOf(ORDERS, ORDER))).toEqual(ORDER);
    expect(positionOf(STATEMENT, cursorOf(STATEMENT, ENTRY))).toEqual(ENTRY);
    expect(cursorOf(STATEMENT, ENTRY)).toMatch(/^[\w-]+$/);
  });

  it('is that of one list and one account', () => {
    const orders = cursorOf(ORDERS, ORDER);
    const statement = cursorOf(STATEMENT, ENTRY);

    expect(positionOf({ ...ORDERS, accountId: 8 }, orders)).toBeUndefined();
    expect(positionOf({ ...STATEMENT, accountId: 8 }, statement)).toBeUndefined();
    expect(positionOf(STATEMENT, orders)).toBeUndefined();
    expect(positionOf(ORDERS, statement)).toBeUndefined();
  });

  it.each([
    ['an id of another form', 'orders', ['orders', '7', TIME, 'ID_0123456789ABCDEF']],
    ['a last id for orders', 'orders', ['orders', '7', TIME, ORDER.id, '1']],
    ['no id', 'orders', ['orders', '7', TIME]],
    ['NUL', 'orders', ['orders', '7', TIME, `${ORDER.id}\0`]],
    ['no time', 'orders', ['orders', '7', 'infinity', ORDER.id]],
    ['a day that is none', 'orders', ['orders', '7', '2026-02-30T00:00:00.000000Z', ORDER.id]],
    ['a shorter time', 'orders', ['orders', '7', '2026-01-31T23:59:59Z', ORDER.id]],
    ['another account', 'orders', ['orders', '8', TIME, ORDER.id]],
    ['an account in another form', 'orders', ['orders', '07', TIME, ORDER.id]],
    ['no last entry', 'statement', ['statement', '7', TIME, '12']],
    ['entry 0', 'statement', ['statement', '7', TIME, '0', '12']],
    ['a negative entry', 'statement', ['statement', '7', TIME, '-1', '12']],
    ['more than 64 bits', 'statement', ['statement', '7', TIME, '9223372036854775808', '12']],
    ['more than 64 bits at last', 'statement', ['statement', '7', TIME, '1', '9'.repeat(19)]],
    ['twenty digits', 'statement', ['statement', '7', TIME, '1'.repeat(20), '12']],
    ['a sixth part', 'statement', ['statement', '7', TIME, '1', '2', '3']],
  ] as const)('with %s is none', (_, name, parts) => {
    expect(positionOf({ name, accountId: 7 }, forged(...parts))).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    [`${cursorOf(ORDERS, ORDER)}=`, 'padded'],
    [`${cursorOf(ORDERS, ORDER)}!`, 'with another letter'],
    [` ${cursorOf(ORDERS, ORDER)}`, 'with a space'],
    ['A'.repeat(30_000), 'long'],
    ['null', 'a word'],
  ])('is none in another form: %#', (text) => {
    expect(positionOf(ORDERS, text)).toBeUndefined();
  });

  it('is refused whatever one changes, or names another place of the same list', () => {
    const change = fc.record({ at: fc.nat(200), letter: fc.constantFrom(...'abcXYZ059-_') });
    fc.assert(
      fc.property(change, ({ at, letter }) => {
        const cursor = cursorOf(STATEMENT, ENTRY);
        const index = at % cursor.length;
        const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1);
        const position = positionOf(STATEMENT, changed);
        if (position) expect(cursorOf(STATEMENT, position)).toBe(changed);
      }),
    );
  });
});
