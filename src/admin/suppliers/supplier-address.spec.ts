import { assertPublicSupplier, isOtherServer } from './supplier-address.js';

it.each<[string, boolean]>([
  ['https://acme.example', false],
  ['https://acme.example:443/client/api', false],
  ['https://ACME.example/shop', false],
  ['http://acme.example', true],
  ['https://acme.example:8443', true],
  ['https://acme.example.evil.example', true],
  ['https://other.example', true],
  ['no address', false],
])('a token for https://acme.example sent to %s would reach another server: %p', (url, other) => {
  expect(isOtherServer('https://acme.example', url)).toBe(other);
});

it.each([
  'http://127.0.0.1:3000',
  'http://localhost',
  'http://[::1]',
  'http://10.0.0.1',
  'http://169.254.169.254',
  'http://2130706433',
  'http://[::ffff:192.168.0.1]',
])('a supplier at %s is private', async (url) => {
  await expect(assertPublicSupplier(url)).rejects.toThrow(/url/);
});

it.each(['https://8.8.8.8', 'https://[2606:4700::1111]', 'https://acme.invalid', 'acme'])(
  'a supplier at %s is not',
  async (url) => {
    await expect(assertPublicSupplier(url)).resolves.toBeUndefined();
  },
);
