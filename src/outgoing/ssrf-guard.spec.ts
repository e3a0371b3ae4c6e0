import { endpointOf, endpointText } from './endpoint.js';
import { SsrfGuard, type ResolvedAddress } from './ssrf-guard.js';

const LOCAL = { address: '127.0.0.1', family: 4 };
const PUBLIC = { address: '8.8.8.8', family: 4 };
const SHOP = { host: 'shop.example', port: 443 };

/** Whose host has these addresses. */
function guard(addresses: readonly ResolvedAddress[], isAllowed = false) {
  const asked: unknown[] = [];
  const mayBePrivate = (endpoint: unknown) => {
    asked.push(endpoint);
    return Promise.resolve(isAllowed);
  };
  return { asked, guard: new SsrfGuard(mayBePrivate, () => Promise.resolve(addresses)) };
}

it.each([
  ['http://Acme.example/shop', 'acme.example:80'],
  ['https://acme.example', 'acme.example:443'],
  ['https://acme.example:8443/', 'acme.example:8443'],
  ['http://[::1]:3000', '[::1]:3000'],
  ['http://0x7f.1:3000', '127.0.0.1:3000'],
])('%s is at %s', (url, text) => {
  expect(endpointText(endpointOf(url))).toBe(text);
});

describe('the addresses of a host', () => {
  it('are all of a public one, which needs no leave', async () => {
    const found = guard([PUBLIC]);
    expect(await found.guard.addressesOf(SHOP)).toEqual([PUBLIC]);
    expect(found.asked).toEqual([]);
  });

  it('are the public ones, or all where that is allowed', async () => {
    expect(await guard([LOCAL, PUBLIC]).guard.addressesOf(SHOP)).toEqual([PUBLIC]);
    const allowed = guard([LOCAL, PUBLIC], true);
    expect(await allowed.guard.addressesOf(SHOP)).toEqual([LOCAL, PUBLIC]);
    expect(allowed.asked).toEqual([SHOP]);
  });

  it('are none of a private one', async () => {
    await expect(guard([LOCAL]).guard.addressesOf(SHOP)).rejects.toThrow(
      'shop.example is not on the public internet (127.0.0.1), so nothing was sent; ' +
        'see "souk private-host add shop.example:443" and WEBHOOK_ALLOW_PRIVATE',
    );
    expect(await guard([LOCAL], true).guard.addressesOf(SHOP)).toEqual([LOCAL]);
  });
});

describe('a host leads inside', () => {
  const strict = new SsrfGuard(() => Promise.resolve(false));

  it.each([
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://[::1]',
    'http://10.0.0.1',
    'http://169.254.169.254',
    'http://2130706433',
    'http://[::ffff:192.168.0.1]',
  ])('at %s', async (url) => {
    expect(await strict.leadsInside(endpointOf(url))).toBe(true);
  });

  it('not with public addresses alone', async () => {
    expect(await strict.leadsInside(endpointOf('https://8.8.8.8'))).toBe(false);
    expect(await strict.leadsInside(endpointOf('https://[2606:4700::1111]'))).toBe(false);
    expect(await guard([PUBLIC, LOCAL]).guard.leadsInside(SHOP)).toBe(true);
  });

  it('nobody knows, while it has no address', async () => {
    expect(await strict.leadsInside(endpointOf('https://acme.invalid'))).toBeUndefined();
  });
});
