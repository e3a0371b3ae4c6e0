import { connectionFault } from './connection.js';

it.each([
  [{ 'sec-fetch-site': 'none' }, 'https://shop.example', undefined],
  [{ 'sec-fetch-site': 'same-origin' }, 'http://localhost:8080', undefined],
  [{}, 'https://shop.example', 'cookie-refused'],
  [{}, 'http://192.0.2.7:8080', 'unencrypted'],
])('%j with BASE_URL %s: %p', (headers, baseUrl, fault) => {
  expect(connectionFault(headers, baseUrl)).toBe(fault);
});
