import { matchingStep, timeStep, totpCode, totpUri } from './totp.js';

/** Of RFC 4226 and RFC 6238. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a code', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('after %d s is %s, as RFC 6238 says', (seconds, code) => {
    expect(totpCode(SECRET, timeStep(at(seconds)), 8)).toBe(code);
    expect(totpCode(SECRET, timeStep(at(seconds)))).toBe(code.slice(2));
  });

  it('of each counter is that of RFC 4226', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => totpCode(SECRET, counter));
    expect(codes).toEqual([
      ...['755224', '287082', '359152', '969429', '338314'],
      ...['254676', '287922', '162583', '399871', '520489'],
    ]);
  });
});

describe('a typed code', () => {
  const now = at(1_234_567_890);
  const step = timeStep(now);
  const typed = (offset: number): string => totpCode(SECRET, step + offset);

  it.each([-1, 0, 1])('is taken %d steps from now', (offset) => {
    expect(matchingStep(SECRET, typed(offset), now, null)).toBe(step + offset);
  });

  it.each([-2, 2])('is refused %d steps from now', (offset) => {
    expect(matchingStep(SECRET, typed(offset), now, null)).toBeUndefined();
  });

  it('may have a space', () => {
    const code = typed(0);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(matchingStep(SECRET, spaced, now, null)).toBe(step);
  });

  it('is refused when it was used, or a later one was', () => {
    expect(matchingStep(SECRET, typed(0), now, step - 1)).toBe(step);
    expect(matchingStep(SECRET, typed(0), now, step)).toBeUndefined();
    expect(matchingStep(SECRET, typed(0), now, step + 1)).toBeUndefined();
    expect(matchingStep(SECRET, typed(1), now, step)).toBe(step + 1);
  });

  it.each(['', '12345', '1234567', 'abcdef', '12345\n', '１２３４５６'])('is none: %j', (text) => {
    expect(matchingStep(SECRET, text, now, null)).toBeUndefined();
  });
});

it('the address for an authenticator holds name and secret', () => {
  expect(totpUri(SECRET, 'ada@shop')).toBe(
    'otpauth://totp/Souk%3Aada%40shop?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Souk',
  );
});
