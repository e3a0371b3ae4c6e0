import { sparkLine } from './spark-line.js';

describe('a line through the values of some days', () => {
  it('goes from the bottom for nothing to the top for the most', () => {
    expect(sparkLine([0, 5, 10])).toBe('M2.0 30.0L60.0 16.0L118.0 2.0');
  });

  it('has a gap for what is unknown, and begins anew behind it', () => {
    expect(sparkLine([1, undefined, 1, 1])).toBe('M2.0 2.0M79.3 2.0L118.0 2.0');
  });

  it('leaves room below nothing for a loss', () => {
    expect(sparkLine([-10, 0])).toBe('M2.0 30.0L118.0 2.0');
  });

  it.each([[[]], [[3]], [[undefined, 3]]])('is none for %j', (values) => {
    expect(sparkLine(values)).toBe('');
  });

  it('is at the bottom where nothing was sold at all', () => {
    expect(sparkLine([0, 0])).toBe('M2.0 30.0L118.0 30.0');
  });
});
