import { mayLeaveOwners } from './last-owner.js';

const owner = (id: number, hasPassword = true) => ({ id, hasPassword, hadPassword: hasPassword });
const reset = (id: number) => ({ id, hasPassword: false, hadPassword: true });

describe('an owner', () => {
  it.each([
    ['the last one', [owner(1)], false],
    ['the last one, invited only', [owner(1, false)], false],
    ['one of two', [owner(1), owner(2)], true],
    ['the last one with a password', [owner(1), owner(2, false)], false],
    ['the last one with a password, after a reset', [reset(1), owner(2, false)], false],
    ['one invited beside one whose password was reset', [owner(1, false), reset(2)], false],
    ['one invited beside one with a password', [owner(1, false), owner(2)], true],
    ['one whose password was reset, beside one with a password', [reset(1), owner(2)], true],
    ['one invited of two', [owner(1, false), owner(2, false)], true],
    ['who is none', [owner(2)], true],
    ['where there is none', [], true],
  ])('%s may leave: %j %p', (_, owners, may) => {
    expect(mayLeaveOwners(owners, 1)).toBe(may);
  });
});
