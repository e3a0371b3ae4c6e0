import { withoutSecret } from './without-secret.js';

it('replaces the secret wherever it stands, as it is and as a part of a URL', () => {
  const secret = 'a+b/c=$&';
  const text = `GET /find?token=${encodeURIComponent(secret)} with ${secret}`;
  expect(withoutSecret(text, secret)).toBe('GET /find?token=[token] with [token]');
});
