import { sparkLine } from './spark-line.js';

describe('a line through the values of some days', () => {
  it('goes from the bottom for nothing to the top for the most', () => {
    expect(sparkLine([0, 5, 10])).toBe('M2,30L60,16L118,2');
  });

  it('has a gap for what is unknown, and begins anew behind it', () => {
    expect(sparkLine([1, undefined, 1, 1])).toBe('M2,2ZM79.333,2L118,2');
  });

  it('leaves room below nothing for a loss', () => {
    expect(sparkLine([-10, 0])).toBe('M2,30L118,2');
  });

  it.each([[[]], [[3]], [[undefined, 3]]])('is none for %j', (values) => {
    expect(sparkLine(values)).toBe('');
  });

  it('is at the bottom where nothing was sold at all', () => {
    expect(sparkLine([0, 0])).toBe('M2,30L118,30');
  });
});
