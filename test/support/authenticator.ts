import { timeStep, totpCode } from '../../src/people/two-factor/totp.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator shows. @param secret as it is typed, in Base32 */
export function codeOf(secret: string, at = new Date()): string {
  const bits = [...secret].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return totpCode(Buffer.from(bytes.map((byte) => parseInt(byte, 2))), timeStep(at));
}
