import { parseFlatParameters } from '../common/http/parameters/flat-parameters.js';
import { bookQuery, ordersQuery } from './book-query.js';
import { cursorOf, type Book } from './cursor.js';

const BOOK: Book = { name: 'orders', accountId: 7 };
const AFTER = { time: '2026-01-31T23:59:59.123456Z', id: 'ID_0123456789abcdef' };

const asked = (query: string) => bookQuery(BOOK, parseFlatParameters(query));
const filtered = (query: string) => ordersQuery(parseFlatParameters(query));

describe('the parameters of a list', () => {
  it('are all optional', () => {
    expect(asked('')).toEqual({
      format: 'json',
      limit: 100,
      range: { from: undefined, to: undefined },
      after: undefined,
      hasReceipts: false,
    });
    const decided = { from: undefined, to: undefined };
    expect(filtered('')).toEqual({ statuses: undefined, productId: undefined, decided });
  });

  it('are read', () => {
    const query = `receipts=1&limit=500&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00.5Z&format=json`;
    expect(asked(`${query}&cursor=${cursorOf(BOOK, AFTER)}`)).toEqual({
      format: 'json',
      limit: 500,
      range: { from: '2026-01-01T00:00:00.000000Z', to: '2026-02-01T00:00:00.500000Z' },
      after: AFTER,
      hasReceipts: true,
    });
    const decided = 'decided_from=2026-01-01T00:00:00Z&decided_to=2026-02-01T00:00:00Z';
    expect(filtered(`status=accept,reject&product_id=1001&${decided}`)).toEqual({
      statuses: ['accept', 'reject'],
      productId: 1001,
      decided: { from: '2026-01-01T00:00:00.000000Z', to: '2026-02-01T00:00:00.000000Z' },
    });
  });

  it.each(['csv', 'jsonl'])('have no limit as %s', (format) => {
    expect(asked(`format=${format}&limit=none`)).toMatchObject({ format });
  });

  it.each([
    ...['0', '501', '1000', '-1', '1.0', '01', '1e2', '', ' 1', '٣', '9'.repeat(400)].map(
      (limit) => ['limit', limit] as const,
    ),
    ...['CSV', 'xml', ''].map((format) => ['format', format] as const),
    ...['2026-01-31', '', '0', 'now', '2026-02-30T00:00:00Z'].flatMap((time) => [
      ['from', time] as const,
      ['to', time] as const,
    ]),
    ...['', 'null', 'x', '%F0%9F%98%80'].map((cursor) => ['cursor', cursor] as const),
    ...['', '2', 'yes'].map((receipts) => ['receipts', receipts] as const),
  ])('are refused: %s=%s', (name, value) => {
    expect(() => asked(`${name}=${value}`)).toThrow(`Malformed parameter: ${name} (`);
  });

  it.each([
    ...['', 'WAIT', 'done', 'wait,', ',wait', 'wait, accept', 'wait;accept'].map(
      (status) => ['status', status] as const,
    ),
    ...['', 'x', '-1', '01', '2147483648', '1,2'].map((id) => ['product_id', id] as const),
    ...['', '2026-01-31', 'now'].flatMap((time) => [
      ['decided_from', time] as const,
      ['decided_to', time] as const,
    ]),
  ])('are refused: %s=%s', (name, value) => {
    expect(() => filtered(`${name}=${value}`)).toThrow(`Malformed parameter: ${name} (`);
  });

  it.each(['limit', 'format', 'from', 'to', 'cursor'])('are refused when repeated: %s', (name) => {
    expect(() => asked(`${name}=1&${name}=1`)).toThrow(`Parameter repeated: ${name}`);
  });
});
