import { bearerToken } from './bearer.js';

describe('the token of a request', () => {
  it.each([
    ['Bearer souk_op_1', 'souk_op_1'],
    ['bearer   souk_op_1  ', 'souk_op_1'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic souk_op_1', undefined],
    ['souk_op_1', undefined],
    ['', undefined],
  ])('of %j is %j', (authorization, token) => {
    expect(bearerToken({ authorization })).toBe(token);
  });

  it('is in no other header', () => {
    const token = 'souk_op_1';
    expect(bearerToken({ 'api-token': token, 'x-api-key': token, cookie: `token=${token}` })).toBe(
      undefined,
    );
  });
});
