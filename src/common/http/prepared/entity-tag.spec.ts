import { namesEntityTag } from './entity-tag.js';

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
