import { withoutSecret } from './without-secret.js';

it('replaces the secret wherever it stands, as it is and as a part of a URL', () => {
  const secret = 'a+b/c=$&';
  const texts = {
    message: `GET /find?token=${encodeURIComponent(secret)} with ${secret}`,
    stack: `Error: ${secret}\n${secret}`,
  };
  expect(withoutSecret(texts, secret)).toEqual({
    message: 'GET /find?token=[token] with [token]',
    stack: 'Error: [token]\n[token]',
  });
});
