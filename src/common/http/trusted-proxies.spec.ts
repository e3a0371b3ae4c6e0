import type { IncomingMessage } from 'node:http';
import { TrustedProxies } from './trusted-proxies.js';

function callerOf(
  trusted: readonly string[],
  remoteAddress: string | undefined,
  forwarded?: string,
): string | undefined {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  return new TrustedProxies(trusted).callerOf(request);
}

describe('the caller', () => {
  it.each([
    [[], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [['loopback'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [['loopback'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [['loopback'], '::1', '198.51.100.1', '198.51.100.1'],
    [['linklocal'], 'fe80::1%eth0', '198.51.100.1', '198.51.100.1'],
    [['uniquelocal'], '172.31.0.1', '10.0.0.1, 2001:db8::1, 192.168.0.1', '2001:db8::1'],
    [['::ffff:10.0.0.0/104'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [['0.0.0.0/0'], '203.0.113.7', '198.51.100.1, 198.51.100.2', '198.51.100.1'],
    [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    [[], 'fe80::1%eth0', undefined, 'fe80::1'],
    [['loopback'], undefined, '198.51.100.1', undefined],
  ])('with %j trusted, of %s with %j, is %s', (trusted, socket, forwarded, caller) => {
    expect(callerOf(trusted, socket, forwarded)).toBe(caller);
  });

  it.each([
    '',
    ',',
    ' ',
    '198.51.100.1,',
    ',,',
    '198.51.100.1, ::1%lo',
    '1.2.3.4:80',
    '127.1, 127.0.0.1',
  ])('is nobody when a proxy says %j', (forwarded) => {
    expect(callerOf(['loopback'], '127.0.0.1', forwarded)).toBeUndefined();
  });

  it('is looked for behind 32 proxies and in 2,000 characters, and no further', () => {
    const behind = (proxies: number, space = ''): string | undefined =>
      callerOf(['loopback'], '127.0.0.1', `203.0.113.7${`,${space}127.0.0.1`.repeat(proxies)}`);
    expect(behind(31)).toBe('203.0.113.7');
    expect(behind(32)).toBeUndefined();
    expect(behind(1, ' '.repeat(1_900))).toBe('203.0.113.7');
    expect(behind(1, ' '.repeat(2_000))).toBeUndefined();
  });

  it('is found without reading the rest of a long header', () => {
    const header = `${'127.0.0.1,'.repeat(6_000)}203.0.113.7`;
    expect(callerOf(['loopback'], '127.0.0.1', header)).toBe('203.0.113.7');
  });
});
