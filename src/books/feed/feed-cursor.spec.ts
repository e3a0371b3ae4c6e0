import { feedCursor, feedPlace } from './feed-cursor.js';

const PLACE = { lineage: '0123456789abcdef', number: 12, hash: 'fedcba9876543210' };

/** The form of our cursors with other parts. */
function forged(...parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

describe('a cursor of the feed', () => {
  it('names its place in letters that a URL takes as they are', () => {
    const cursor = feedCursor(7, PLACE);
    expect(feedPlace(7, cursor)).toEqual(PLACE);
    expect(cursor).toMatch(/^[\w-]+$/);
    const begin = { ...PLACE, number: 0 };
    expect(feedPlace(7, feedCursor(7, begin))).toEqual(begin);
  });

  it.each([
    ['another account', ['changes', '8', PLACE.lineage, '12', PLACE.hash]],
    ['another list', ['orders', '7', PLACE.lineage, '12', PLACE.hash]],
    ['a number below 0', ['changes', '7', PLACE.lineage, '-1', PLACE.hash]],
    ['a number of another form', ['changes', '7', PLACE.lineage, '012', PLACE.hash]],
    ['more digits than a number has', ['changes', '7', PLACE.lineage, '1'.repeat(16), PLACE.hash]],
    ['no number', ['changes', '7', PLACE.lineage, '', PLACE.hash]],
    ['a short lineage', ['changes', '7', '0123', '12', PLACE.hash]],
    ['a hash of other letters', ['changes', '7', PLACE.lineage, '12', 'FEDCBA9876543210']],
    ['a missing hash', ['changes', '7', PLACE.lineage, '12']],
    ['a sixth part', ['changes', '7', PLACE.lineage, '12', PLACE.hash, 'x']],
  ])('with %s is none', (_, parts) => {
    expect(feedPlace(7, forged(...parts))).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    'now',
    `${feedCursor(7, PLACE)}=`,
    ` ${feedCursor(7, PLACE)}`,
    'A'.repeat(9_999),
  ])('is none in another form: %#', (text) => {
    expect(feedPlace(7, text)).toBeUndefined();
  });
});
