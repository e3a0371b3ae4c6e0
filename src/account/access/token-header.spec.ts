import { tokenFrom } from './token-header.js';

describe('tokenFrom', () => {
  it.each([
    [{ 'api-token': 'abc' }, 'abc'],
    [{ 'api-token': '  abc ' }, 'abc'],
    [{ 'x-api-token': 'abc' }, 'abc'],
    [{ 'x-api-key': 'abc' }, 'abc'],
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'bearer abc' }, 'abc'],
    [{ authorization: 'BEARER   abc ' }, 'abc'],
  ])('reads %j', (headers, token) => {
    expect(tokenFrom(headers)).toBe(token);
  });

  it.each([
    [{}],
    [{ 'api-token': '' }],
    [{ 'api-token': '   ' }],
    [{ authorization: '' }],
    [{ authorization: 'abc' }],
    [{ authorization: 'Bearer' }],
    [{ authorization: 'Bearer  ' }],
    [{ authorization: 'Bearerabc' }],
    [{ authorization: 'Basic abc' }],
    [{ authorization: 'Basic Bearer abc' }],
    [{ authorization: 'Token abc' }],
    [{ cookie: 'api-token=abc' }],
  ])('finds no token in %j', (headers) => {
    expect(tokenFrom(headers)).toBeUndefined();
  });

  it('lets api-token decide over its other spellings, and those over Authorization', () => {
    const authorization = 'Bearer four';
    const all = { 'api-token': 'one', 'x-api-token': 'two', 'x-api-key': 'three', authorization };

    expect(tokenFrom(all)).toBe('one');
    expect(tokenFrom({ 'x-api-token': 'two', 'x-api-key': 'three', authorization })).toBe('two');
    expect(tokenFrom({ 'x-api-key': 'three', authorization })).toBe('three');
    expect(tokenFrom({ 'api-token': '', authorization })).toBe('four');
  });
});
