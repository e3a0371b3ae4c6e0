import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from './base32.js';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the present one whose codes are taken, since clocks differ. */
const TOLERATED_STEPS = 1;
const ISSUER = 'Souk';

/** The time step of RFC 6238. */
export function timeStep(at: Date): number {
  return Math.floor(at.getTime() / STEP_MS);
}

/** The code of a time step (RFC 6238 with SHA-1, which is all that common authenticators know). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a typed code belongs to.
 * @param lastStep that of the last code that was taken; it and earlier ones are not taken again.
 * @returns undefined for a wrong, old or used code.
 */
export function matchingStep(
  secret: Uint8Array,
  typed: string,
  at: Date,
  lastStep: number | null,
): number | undefined {
  const code = typed.replaceAll(' ', '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = timeStep(at);
  let found: number | undefined;
  // All steps are compared, so that the time does not tell which one it is.
  for (let step = now - TOLERATED_STEPS; step <= now + TOLERATED_STEPS; step++) {
    const isEqual = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (isEqual && step > (lastStep ?? -1)) found ??= step;
  }
  return found;
}

/** What an authenticator reads as a QR code. */
export function totpUri(secret: Uint8Array, name: string): string {
  const label = encodeURIComponent(`${ISSUER}:${name}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${ISSUER}`;
}
