import { hash, randomBytes } from 'node:crypto';

/** A new API token: 32 random bytes as 64 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

/**
 * SHA-256 of a token, which is all that is stored. A slow password hash would add nothing: 256 random bits cannot
 * be guessed, and the guard runs at every request.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
