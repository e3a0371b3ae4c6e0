import { areErrorsMasked } from './error-status.js';

describe('areErrorsMasked', () => {
  const order = { method: 'GET', path: '/client/api/newOrder/7/params' };

  it.each([
    ['semantic', false],
    ['always-200', true],
    ['orders-200', true],
  ] as const)('for newOrder in the mode %s is %s', (mode, isMasked) => {
    expect(areErrorsMasked(mode, order)).toBe(isMasked);
  });

  it.each([
    ['POST', '/client/api/newOrder/7/params', true],
    ['GET', '/client/api/newOrder/7', true],
    ['POST', '/client/api/neworder/x%zz/PARAMS/', true],
    ['HEAD', '/client/api/newOrder/7/params', false],
    ['PUT', '/client/api/newOrder/7', false],
    ['GET', '/client/api/newOrder/', false],
    ['GET', '/client/api/newOrder/7/param', false],
    ['GET', '/client/api/newOrder/7/params/8', false],
    ['GET', '/x/client/api/newOrder/7', false],
    ['GET', '/client/api/check', false],
    ['GET', '/client/api/catalog', false],
  ])('for %s %s in the mode orders-200 is %s', (method, path, isMasked) => {
    expect(areErrorsMasked('orders-200', { method, path })).toBe(isMasked);
    expect(areErrorsMasked('always-200', { method, path })).toBe(true);
    expect(areErrorsMasked('semantic', { method, path })).toBe(false);
  });
});
