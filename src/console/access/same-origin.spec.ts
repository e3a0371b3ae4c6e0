import { isSameOrigin } from './same-origin.js';

const BASE_URL = 'https://shop.example/below';

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://shop.example' }, true],
  [{ origin: 'http://192.0.2.7:3000', host: '192.0.2.7:3000' }, true],
  [{ origin: 'http://192.0.2.7:3001', host: '192.0.2.7:3000' }, false],
  [{ origin: 'https://evil.example', host: 'shop.example' }, false],
  [{ origin: 'http://shop.example' }, false],
  [{ origin: 'null', host: 'null' }, false],
  [{}, false],
])('%j is from a page of our own: %p', (headers, is) => {
  expect(isSameOrigin(headers, BASE_URL)).toBe(is);
});
