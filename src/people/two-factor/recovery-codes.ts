import { hash, randomBytes } from 'node:crypto';
import { base32 } from './base32.js';

const CODES = 10;
/** 80 bits cannot be guessed, so a fast hash is enough; 16 digits of base32. */
const CODE_BYTES = 10;
const DIGITS_PER_PART = 4;

/** New codes for a person to keep, such as `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const digits = base32(randomBytes(CODE_BYTES)).toLowerCase();
    const parts = Array.from({ length: digits.length / DIGITS_PER_PART }, (_, index) =>
      digits.slice(index * DIGITS_PER_PART, (index + 1) * DIGITS_PER_PART),
    );
    return parts.join('-');
  });
}

/**
 * What is stored of a code, and what a typed one is looked up by: letters of any case, with or without hyphens.
 * @returns undefined for a text that is no recovery code.
 */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const digits = typed.replace(/[\s-]/g, '').toLowerCase();
  return /^[a-z2-7]{16}$/.test(digits) ? hash('sha256', digits, 'buffer') : undefined;
}
