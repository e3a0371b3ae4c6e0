import { isLoopback } from './owner-link.js';

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.7', false],
  ['shop.example', false],
  ['localhost.evil.example', false],
  ['', false],
])('HOST %j is reached from this machine only: %p', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});
