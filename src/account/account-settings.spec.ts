import { accountNameOf, creditLimitOf, groupNameOf } from './account-settings.js';

describe.each([
  ['an account', accountNameOf],
  ['a group', groupNameOf],
])('the name of %s', (_, nameOf) => {
  it('is trimmed and normalized', () => {
    expect(nameOf('  Ame\u0301lie ')).toBe('Am\u00e9lie');
  });

  it.each(['', '  ', 'a\0', '\ud800'])('is not %j', (text) => {
    expect(() => nameOf(text)).toThrow(' needs a name.');
  });
});

describe('a credit limit', () => {
  it.each(['0', '100', '12.5', '0.00000001'])('is %s', (text) => {
    expect(creditLimitOf(text)).toBe(text);
  });

  it.each(['-1', '1e3', '', '0.000000001', '9'.repeat(21)])('is not %j', (text) => {
    expect(() => creditLimitOf(text)).toThrow('is no credit limit');
  });
});
