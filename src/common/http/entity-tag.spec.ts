import { namesEntityTag, strongEntityTag } from './entity-tag.js';

describe('strongEntityTag', () => {
  it('is a strong tag that is equal for equal bytes only', () => {
    const tag = strongEntityTag(Buffer.from('[]'));

    expect(tag).toMatch(/^"[A-Za-z0-9_-]{43}"$/);
    expect(strongEntityTag(Buffer.from('[]'))).toBe(tag);
    expect(strongEntityTag(Buffer.from('[ ]'))).not.toBe(tag);
  });
});

describe('namesEntityTag', () => {
  it.each(['"a"', '"b", "a"', '"b","a"', 'W/"a"', '*', ' "a" '])(
    'finds the tag in %s',
    (header) => {
      expect(namesEntityTag(header, '"a"')).toBe(true);
    },
  );

  it.each([undefined, '', 'a', '"b"', '"A"', 'W/"b"'])('does not find it in %s', (header) => {
    expect(namesEntityTag(header, '"a"')).toBe(false);
  });
});
