import { isOutdated, passwordText, PRESENT_COST, storedPassword } from './password-text.js';

const SALT = Buffer.alloc(16, 7);
const HASH = Buffer.alloc(32, 9);
const text = passwordText({ cost: PRESENT_COST, salt: SALT, hash: HASH });

describe('a stored password', () => {
  it('holds its parameters', () => {
    expect(text).toBe(
      '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk',
    );
    expect(storedPassword(text)).toEqual({ cost: PRESENT_COST, salt: SALT, hash: HASH });
  });

  it.each([
    [{ memoryKib: 46_080, passes: 1, lanes: 1 }],
    [{ memoryKib: 19_456, passes: 3, lanes: 1 }],
    [{ memoryKib: 19_456, passes: 2, lanes: 2 }],
  ])('is read with other parameters, and then outdated: %j', (cost) => {
    const stored = storedPassword(passwordText({ cost, salt: SALT, hash: HASH }));
    expect(stored?.cost).toEqual(cost);
    expect(stored && isOutdated(stored)).toBe(true);
  });

  it('is not outdated with the present ones', () => {
    expect(isOutdated({ cost: PRESENT_COST, salt: SALT, hash: HASH })).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['of argon2i', text.replace('argon2id', 'argon2i')],
    ['of another version', text.replace('v=19', 'v=16')],
    ['without salt', text.replace(/\$Bw[^$]*/, '$')],
    ['with a second line', `${text}\n`],
    ['with too much memory', text.replace('19456', '1048577')],
    ['with too little memory', text.replace('19456', '7')],
    ['without passes', text.replace('t=2', 't=0')],
    ['with too many passes', text.replace('t=2', 't=21')],
    ['without lanes', text.replace('p=1', 'p=0')],
    ['with too many lanes', text.replace('p=1', 'p=17')],
    ['with less memory than its lanes need', text.replace('19456', '15').replace('p=1', 'p=2')],
  ])('is none when it is %s', (_, wrong) => {
    expect(storedPassword(wrong)).toBeUndefined();
  });

  it.each([
    ['memory', text.replace('19456', '1048576')],
    ['passes', text.replace('t=2', 't=20')],
    ['lanes', text.replace('p=1', 'p=16')],
    ['little memory', text.replace('19456', '8')],
  ])('may reach the bound of %s', (_, right) => {
    expect(storedPassword(right)).toBeDefined();
  });
});
