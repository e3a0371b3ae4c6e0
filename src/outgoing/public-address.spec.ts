import { isPublicAddress } from './public-address.js';

describe('the SSRF guard for webhooks', () => {
  it.each(['1.1.1.1', '93.184.216.34', '::ffff:1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'allows an address of the public internet: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.9.9.9'],
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['link-local, metadata of clouds', '169.254.169.254'],
    ['shared, CGNAT', '100.64.0.1'],
    ['shared, metadata of a cloud', '100.100.100.200'],
    ['metadata of a cloud', '192.0.0.192'],
    ['platform of a cloud', '168.63.129.16'],
    ['multicast', '224.0.0.251'],
    ['multicast', '239.255.255.250'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.7'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['unique local', 'fd00:ec2::254'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:a00:1'],
    ['mapped metadata', '::ffff:169.254.169.254'],
    ['mapped platform of a cloud', '::ffff:168.63.129.16'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated private', '::ffff:0:10.0.0.1'],
    ['NAT64 of a private one', '64:ff9b::10.0.0.1'],
    ['6to4 of a private one', '2002:a00:1::1'],
    ['Teredo', '2001:0:a00:1::1'],
    ['documentation', '2001:db8::1'],
    ['a malformed address', 'localhost'],
    ['a malformed address', ''],
  ])('refuses %s: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
