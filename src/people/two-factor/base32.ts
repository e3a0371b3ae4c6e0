/** RFC 4648, as authenticators and QR codes take secrets. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_DIGIT = 5;
const BITS_PER_BYTE = 8;

/** Base32 without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    // Never more than four bits are left from before.
    value = ((value & 0xf) << BITS_PER_BYTE) | byte;
    bits += BITS_PER_BYTE;
    for (; bits >= BITS_PER_DIGIT; bits -= BITS_PER_DIGIT) text += digit(value >> (bits - 5));
  }
  return bits === 0 ? text : text + digit(value << (BITS_PER_DIGIT - bits));
}

function digit(value: number): string {
  return ALPHABET.charAt(value & 0x1f);
}
