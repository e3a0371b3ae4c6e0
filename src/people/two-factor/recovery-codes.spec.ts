import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten, and all different', () => {
    const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  });

  it('are found however they are typed', () => {
    const [code = ''] = newRecoveryCodes();
    const stored = recoveryCodeHash(code);
    expect(stored).toHaveLength(32);
    expect(recoveryCodeHash(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(stored);
    const other = code.startsWith('a') ? `b${code.slice(1)}` : `a${code.slice(1)}`;
    expect(recoveryCodeHash(other)).not.toEqual(stored);
  });

  it.each(['', '123456', 'abcd-efgh-ijkl', 'abcd-efgh-ijkl-mnop-q', 'abcd-efgh-ijkl-mno1'])(
    'are not: %j',
    (typed) => {
      expect(recoveryCodeHash(typed)).toBeUndefined();
    },
  );
});
