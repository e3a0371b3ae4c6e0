import { accountNameOf, groupNameOf } from './account-settings.js';

describe.each([
  ['an account', accountNameOf],
  ['a group', groupNameOf],
])('the name of %s', (_, nameOf) => {
  it('is trimmed and normalized', () => {
    expect(nameOf('  Ame\u0301lie ')).toBe('Am\u00e9lie');
  });

  it.each(['', '  ', 'a\0', '\ud800'])('is not %j', (text) => {
    expect(() => nameOf(text)).toThrow('Please type a name for the ');
  });
});
