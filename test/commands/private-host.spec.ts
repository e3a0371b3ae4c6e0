import { newSecretKey } from '../../src/common/secret-box.js';
import { SsrfGuard } from '../../src/outgoing/ssrf-guard.js';
import { souk, soukJson, soukWithInput } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { vi } from 'vitest';

const INSIDE = 'http://127.0.0.1:9';

let shop: TestShop;

beforeEach(async () => {
  // A shop of its own: the list is one for all.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'off' });
});
afterEach(() => shop.close());

const list = () => soukJson<object[]>(shop, 'private-host', 'list');
const examined = async (): Promise<unknown> => {
  const { out } = await souk(shop, 'doctor', '--json');
  const findings = JSON.parse(out) as { check: string; message: string }[];
  return findings.find(({ check }) => check === 'private hosts')?.message;
};

it('hosts are allowed, shown and taken off at the terminal', async () => {
  expect(await examined()).toBe('no host may have a private address');
  await souk(shop, 'private-host', 'add', '10.0.0.5:3000');
  await souk(shop, 'private-host', 'add', 'http://Hooks.internal/souk');
  await souk(shop, 'private-host', 'add', '10.0.0.5:3000');
  expect(await list()).toEqual([
    { host: '10.0.0.5', port: 3000 },
    { host: 'hooks.internal', port: 80 },
  ]);
  expect(await examined()).toMatch(/^10\.0\.0\.5:3000, hooks\.internal:80 may have private/);
  const removal = ['private-host', 'remove', '10.0.0.5:3000'];
  expect((await souk(shop, ...removal)).code).toBe(0);
  expect((await souk(shop, ...removal)).err).toMatch(/not on the list of private hosts/);
  for (const wrong of ['10.0.0.5', 'a b:1', ':1', 'x:99999']) {
    expect((await souk(shop, 'private-host', 'add', wrong)).err).toMatch(/with its port/);
  }
  expect(await list()).toHaveLength(1);
});

it('what is set at the terminal may be within the own network, and is listed', async () => {
  const token = ['--token-stdin'];
  const added = await soukWithInput('t', shop, 'supplier', 'add', 'acme', INSIDE, ...token);
  expect([added.code, added.err]).toEqual([
    0,
    expect.stringContaining('127.0.0.1:9 may have private addresses now'),
  ]);
  await souk(shop, 'supplier', 'set', 'acme', '--url', 'http://127.0.0.1:10');
  const from = ['--from', 'souk@shop.example'];
  await souk(shop, 'notify', 'mail-server', 'set', '--host', '10.0.0.7', ...from);
  await souk(shop, 'notify', 'set', 'ops', '--webhook', 'http://10.0.0.8/x');
  expect(await list()).toEqual([
    { host: '10.0.0.7', port: 587 },
    { host: '10.0.0.8', port: 80 },
    { host: '127.0.0.1', port: 9 },
    { host: '127.0.0.1', port: 10 },
  ]);
});

it('what is refused allows no host', async () => {
  const add = (...words: string[]) =>
    soukWithInput('t', shop, 'supplier', 'add', ...words, '--token-stdin');
  expect((await add('acme', 'http://8.8.8.8:9')).code).toBe(0);
  expect((await add('acme', INSIDE)).err).toContain('acme');
  expect((await add('beta', 'ftp://10.0.0.5')).code).not.toBe(0);
  expect((await souk(shop, 'supplier', 'set', 'nobody', '--url', INSIDE)).code).toBe(1);
  expect(await list()).toEqual([]);
});

it('what is public when it is set there gets no leave to turn private later', async () => {
  const found = [{ address: '8.8.8.8', family: 4 }];
  vi.spyOn(shop.service(SsrfGuard), 'resolve').mockResolvedValue(found);
  const set = ['notify', 'mail-server', 'set', '--host', 'mail.example', '--from', 'a@b.example'];
  expect((await souk(shop, ...set)).code).toBe(0);
  expect(await list()).toEqual([]);
});
