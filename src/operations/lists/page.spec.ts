import fc from 'fast-check';
import { InvalidFieldsError } from '../fields/checked-input.js';
import { cursorOf, idKey, MAX_ITEMS, pageOf, type PagedList } from './page.js';

const listOf = (ids: readonly number[]): PagedList<number, number> => ({
  name: 'numbers',
  read: (after = 0, limit) => Promise.resolve(ids.filter((id) => id > after).slice(0, limit)),
  keyOf: (id) => [String(id)],
  parseKey: idKey,
});

async function allOf(list: PagedList<number, number>, limit: string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit, ...(cursor !== undefined && { cursor }) };
    const { items, next } = await pageOf(list, query, (id) => id);
    pages.push(items);
    if (next === null) return pages;
    cursor = next;
  }
}

describe('pages of a list', () => {
  it('hold each item once, and all but the last one are full', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(ids, fc.integer({ min: 1, max: MAX_ITEMS }), async (given, limit) => {
        const sorted = given.toSorted((one, other) => one - other);
        const pages = await allOf(listOf(sorted), String(limit));

        expect(pages.flat()).toEqual(sorted);
        expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
        expect(pages.length === 1 || (pages.at(-1) ?? []).length > 0).toBe(true);
      }),
    );
  });

  it('have 50 items unless another number is asked for', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    expect((await pageOf(listOf(ids), {}, (id) => id)).items).toHaveLength(50);
  });

  it.each([
    ['of another list', cursorOf('others', ['5'])],
    ['with a key that no item has', cursorOf('numbers', ['x'])],
    ['with two keys', cursorOf('numbers', ['5', '6']).slice(0, -2)],
    ['that is no list', Buffer.from('{"a":1}').toString('base64url')],
    ['that is no JSON', 'x'],
    ['with other characters', `${cursorOf('numbers', ['5'])}=`],
  ])('refuse a cursor %s', async (_, cursor) => {
    await expect(pageOf(listOf([1]), { cursor }, (id) => id)).rejects.toThrow(InvalidFieldsError);
  });

  it('take no text for a cursor that they have not written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (cursor) => {
        await expect(pageOf(listOf([1]), { cursor }, (id) => id)).rejects.toThrow(
          InvalidFieldsError,
        );
      }),
    );
  });
});

describe('the key of a list by id', () => {
  it.each(['', '0', '01', '-1', '1.0', '9999999999', 'x'])('is not %j', (text) => {
    expect(idKey([text])).toBeUndefined();
  });

  it('is at most the largest that the database holds', () => {
    expect(idKey(['2147483647'])).toBe(2_147_483_647);
    expect(idKey(['2147483648'])).toBeUndefined();
  });
});
