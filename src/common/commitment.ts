import { createHash } from 'node:crypto';

export const SALT_BYTES = 16;

/** What commits to a text without telling it: SHA-256 over a random salt of 16 bytes and the text. */
export function commitmentTo(text: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(text).digest();
}

/**
 * The commitments to several texts, one behind the other, in hexadecimal; a text that is not there is an empty one.
 * @param salts 16 bytes for each text
 * @returns undefined if there are not as many salts as texts
 */
export function commitmentsTo(
  texts: readonly (string | null)[],
  salts: Buffer,
): string | undefined {
  if (salts.length !== texts.length * SALT_BYTES) return undefined;
  const digests = texts.map((text, index) =>
    commitmentTo(text ?? '', salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES)),
  );
  return Buffer.concat(digests).toString('hex');
}
