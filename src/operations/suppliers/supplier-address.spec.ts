import { isOtherServer } from './supplier-address.js';

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
