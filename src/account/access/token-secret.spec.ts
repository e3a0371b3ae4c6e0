import { createHash } from 'node:crypto';
import { hashOfToken, newToken } from './token-secret.js';

describe('a token', () => {
  it('is 32 random bytes as hexadecimal digits', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, newToken));

    expect(tokens.size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is stored as its SHA-256', () => {
    const token = newToken();

    expect(hashOfToken(token)).toEqual(createHash('sha256').update(token, 'utf8').digest());
  });
});
