import { hash, randomBytes } from 'node:crypto';

/** A new API token: 32 random bytes as 64 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The SHA-256 of a token; the token itself is never stored. A slow password hash is not needed, since 256 random bits
 * cannot be guessed, and would cost at every request.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
