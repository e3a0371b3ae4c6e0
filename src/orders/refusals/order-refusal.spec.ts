import { isRefusalCode } from './order-refusal.js';

describe('isRefusalCode', () => {
  it.each([
    ...[100, 105, 106, 109, 110, 112, 113, 114, 116, 117, 118, 119],
    ...[122, 123, 124, 130, 199, 600, 650, 699],
  ])('is true for %i, which refuses the order', (code) => {
    expect(isRefusalCode(code)).toBe(true);
  });

  it.each([0, 99, 111, 200, 400, 404, 405, 408, 429, 500, 503, 599, 700, NaN])(
    'is false for %i',
    (code) => {
      expect(isRefusalCode(code)).toBe(false);
    },
  );
});
