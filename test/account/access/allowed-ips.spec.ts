import type { Ask } from '../../support/http-client.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: the tests themselves are the trusted proxy, so that they can call from any address.
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
});

afterAll(() => shop.close());

/** 0 for an answer that is no error. */
async function codeOf(ask: Ask, path = PROFILE): Promise<number> {
  const { json } = await shop.request(path, ask);
  return (json as { code?: number }).code ?? 0;
}

const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

describe('Allowed IPs', () => {
  it.each([
    [['203.0.113.7'], '203.0.113.7'],
    [['203.0.113.0/24'], '203.0.113.255'],
    [['203.0.113.7'], '::ffff:203.0.113.7'],
    [['203.0.113.0/24'], '::ffff:cb00:7101'],
    [['2001:db8::1'], '2001:db8::1'],
    [['2001:db8::/32'], '2001:db8:0:ffff::1'],
    [['2001:db8::/32'], '2001:DB8:0:0::1'],
    [['198.51.100.1', '2001:db8::/32', '203.0.113.7'], '203.0.113.7'],
    [[], '203.0.113.7'],
  ])('%j let %s in', async (allowedIps, address) => {
    const { token } = await shop.account({ allowedIps });

    expect(await codeOf({ token, headers: from(address) })).toBe(0);
  });

  it.each([
    [['203.0.113.7'], '203.0.113.8'],
    [['203.0.113.0/24'], '203.0.114.1'],
    [['203.0.113.0/24'], '::ffff:203.0.114.1'],
    [['2001:db8::/32'], '2001:db9::1'],
    [['0.0.0.0/0'], '2001:db8::1'],
    [['::/0'], '203.0.113.7'],
    [['203.0.113.7'], '127.0.0.1'],
    [['203.0.113.7'], 'unknown'],
    [['203.0.113.7'], '203.0.113.7, 198.51.100.1'],
  ])('%j keep %s out', async (allowedIps, address) => {
    const { token } = await shop.account({ allowedIps });

    expect(await codeOf({ token, headers: from(address) })).toBe(123);
  });

  it.each([
    // Not in four decimal parts: programs read such addresses differently.
    ['127.1'],
    ['2130706433'],
    ['0x7f.0.0.1'],
    ['0177.0.0.1'],
    ['127.0.0.01'],
    ['::ffff:127.1'],
    ['fe80::1%eth0'],
    ['127.0.0.1:5678'],
    ['[::1]:443'],
    ['"127.0.0.1"'],
    ['for=127.0.0.1'],
    ['unknown'],
    [''],
    [' '],
    [','],
    ['203.0.113.7,'],
    ['203.0.113.7, ,'],
    ['203.0.113.7,,127.0.0.1'],
    ['203.0.113.7 127.0.0.1'],
    // More than any chain of proxies.
    [`203.0.113.7${', 127.0.0.1'.repeat(100)}`],
    [`203.0.113.7,${' '.repeat(20_000)}127.0.0.1`],
  ])('keep %j out, which is no address, and is not that of the proxy', async (forwarded) => {
    const allowedIps = ['0.0.0.0/0', '::/0', '127.0.0.0/8', '203.0.113.7'];
    const { token } = await shop.account({ allowedIps });

    expect(await codeOf({ token, headers: from(forwarded) })).toBe(123);
  });

  it.each([
    ['203.0.113.7, 127.0.0.1', '203.0.113.7'],
    ['203.0.113.7,127.0.0.2,\t::1 , ::ffff:127.0.0.3', '203.0.113.7'],
    ['unknown, 198.51.100.1, 203.0.113.7, 127.0.0.1', '203.0.113.7'],
    ['127.0.0.2, 127.0.0.3', '127.0.0.2'],
  ])('see behind trusted proxies: %j comes from %s', async (forwarded, address) => {
    const { token } = await shop.account({ allowedIps: [address] });

    expect(await codeOf({ token, headers: from(forwarded) })).toBe(0);
  });

  it('take a trusted proxy for the caller when it names nobody', async () => {
    const { token } = await shop.account({ allowedIps: ['127.0.0.1'] });

    expect(await codeOf({ token })).toBe(0);
  });

  it('take the address that the trusted proxy saw, not one that the caller claims', async () => {
    const { token } = await shop.account({ allowedIps: ['203.0.113.7'] });

    expect(await codeOf({ token, headers: from('198.51.100.1, 203.0.113.7') })).toBe(0);
    expect(await codeOf({ token, headers: from('203.0.113.7, 198.51.100.1') })).toBe(123);
  });

  it.each([
    [['203.0.113.0/24'], ['203.0.113.7'], '203.0.113.7', 0],
    [['203.0.113.0/24'], ['203.0.113.7'], '203.0.113.8', 123],
    [['203.0.113.7'], ['198.51.100.0/24'], '203.0.113.7', 123],
    [['203.0.113.7'], ['198.51.100.0/24'], '198.51.100.1', 123],
    [[], ['198.51.100.0/24', '2001:db8::/32'], '2001:db8::1', 0],
    [[], ['198.51.100.0/24'], '::ffff:198.51.100.1', 0],
    [[], ['198.51.100.0/24'], '203.0.113.7', 123],
    [[], ['198.51.100.0/24'], 'unknown', 123],
  ])('%j of the account and %j of the token: %s gets %d', async (ofAccount, own, address, code) => {
    const { id, token: other } = await shop.account({ allowedIps: ofAccount });
    const token = await shop.token(id, { allowedIps: own });
    // A repeated request is decided by its address, too.
    const twice = [await codeOf({ token, headers: from(address) })];
    twice.push(await codeOf({ token, headers: from(address) }));
    expect(twice).toEqual([code, code]);
    const inside = ofAccount[0]?.replace('.0/24', '.7') ?? address;
    if (inside !== 'unknown') expect(await codeOf({ token: other, headers: from(inside) })).toBe(0);
  });

  it('see the socket alone where no proxy is trusted', async () => {
    const untrusting = await workerShop();
    const far = await untrusting.account({ allowedIps: ['203.0.113.7'] });
    const near = await untrusting.account({ allowedIps: ['127.0.0.1'] });
    const headers = {
      ...from('203.0.113.7'),
      Forwarded: 'for=203.0.113.7',
      'X-Real-IP': '203.0.113.7',
    };

    expect((await far.api(PROFILE, { headers })).json).toMatchObject({ code: 123 });
    expect((await near.api(PROFILE, { headers })).json).toMatchObject({ status: 'OK' });
  });
});
