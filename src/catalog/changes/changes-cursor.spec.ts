import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { cursorOf, decryptedCursor, parsedCursor, type CursorContext } from './changes-cursor.js';

const KEY = Buffer.alloc(32, 7);
const REVISION = '741:0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
const CONTEXT: CursorContext = {
  audience: { accountId: 7, groupId: 1, showUnavailable: false, testing: false },
  policies: undefined,
  lineage: 'one two 3',
  baseUrl: 'https://shop.example',
};

const cursor = cursorOf(KEY, REVISION, CONTEXT);

function isAccepted(text: string, context = CONTEXT, key = KEY): boolean | undefined {
  const parsed = parsedCursor(text);
  return parsed && decryptedCursor(key, parsed, context).isAuthentic;
}

describe('a cursor', () => {
  it('is 54 characters of base64url, always the same', () => {
    expect(cursor).toMatch(/^[\w-]{54}$/);
    expect(cursorOf(KEY, REVISION, CONTEXT)).toBe(cursor);
  });

  it('gives back any revision', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), (number) => {
        const revision = `${number}:${randomUUID()}`;
        const text = cursorOf(KEY, revision, CONTEXT);
        expect(decryptedCursor(KEY, parsedCursor(text)!, CONTEXT)).toEqual({
          revision,
          isAuthentic: true,
        });
      }),
    );
  });

  it('does not show by how many changes it differs from an earlier one', () => {
    const bytesAt = (number: number): Buffer =>
      Buffer.from(cursorOf(KEY, REVISION.replace(/^\d+/, String(number)), CONTEXT), 'base64url');
    const before = bytesAt(741);
    for (const number of [742, 743, 10_000]) {
      const after = bytesAt(number);
      // Not encrypted, the nonce would be the same, and the number the same but for its last bytes.
      const same = [...before].filter((byte, index) => byte === after[index]);
      expect(same.length).toBeLessThan(8);
    }
  });

  const { audience } = CONTEXT;
  it.each<[string, CursorContext]>([
    ['account', { ...CONTEXT, audience: { ...audience, accountId: 8 } }],
    ['group', { ...CONTEXT, audience: { ...audience, groupId: 2 } }],
    ['absence of a group', { ...CONTEXT, audience: { ...audience, groupId: null } }],
    [
      'view of products that are switched off',
      { ...CONTEXT, audience: { ...audience, showUnavailable: true } },
    ],
    ['view of testing categories', { ...CONTEXT, audience: { ...audience, testing: true } }],
    ['digest of policies', { ...CONTEXT, policies: '' }],
    ['lineage of the database', { ...CONTEXT, lineage: 'one two 4' }],
    ['base URL', { ...CONTEXT, baseUrl: 'https://other.example' }],
  ])('of another %s is not authentic', (_, context) => {
    expect(isAccepted(cursor)).toBe(true);
    expect(isAccepted(cursor, context)).toBe(false);
  });

  it('of another key is not authentic', () => {
    expect(isAccepted(cursor, CONTEXT, Buffer.alloc(32, 8))).toBe(false);
  });

  it('with one other bit is not authentic', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect([bit, isAccepted(changed.toString('base64url'))]).toEqual([bit, false]);
    }
  });

  it.each([
    '',
    'x',
    cursor.slice(1),
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    cursor.replace(/.$/, '='),
    // The last character has four bits that decode to nothing.
    cursor.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
    'é'.repeat(54),
    '+'.repeat(54),
    '\0'.repeat(54),
    'A'.repeat(100_000),
  ])('is not the text %#', (text) => {
    expect(parsedCursor(text)).toBeUndefined();
  });
});
