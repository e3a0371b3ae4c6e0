import { OperatorError } from '../../common/app-error.js';
import { ipRange, isInRanges } from './ip-range.js';

describe('ipRange', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8:1::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:cb00:7107', '203.0.113.7/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['::/0', '::/0'],
  ])('stores %j as %s', (text, range) => {
    expect(ipRange(text)).toBe(range);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '256.0.0.1',
    '203.0.113.7/33',
    '203.0.113.7/',
    '203.0.113.7/-1',
    '2001:db8::/129',
    '::ffff:203.0.113.7/90',
    'fe80::1%eth0',
    '203.0.113.7, 203.0.113.8',
    '203.0.113.*',
  ])('refuses %j in one sentence', (text) => {
    expect(() => ipRange(text)).toThrow(OperatorError);
    expect(() => ipRange(text)).toThrow(/^".*" is no IP address or range; write .*\.$/);
  });
});

describe('isInRanges', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8:ffff::1', '2001:db8::/32'],
    ['203.0.113.7', '0.0.0.0/0'],
  ])('finds %s in %s', (address, range) => {
    expect(isInRanges(address, ['198.51.100.1/32', range])).toBe(true);
  });

  it.each([
    ['203.0.113.8', '203.0.113.7/32'],
    ['203.0.114.0', '203.0.113.0/24'],
    ['2001:db9::1', '2001:db8::/32'],
    ['203.0.113.7', '::/0'],
    ['::1', '0.0.0.0/0'],
    ['unknown', '0.0.0.0/0'],
    ['', '0.0.0.0/0'],
    [undefined, '0.0.0.0/0'],
  ])('does not find %s in %s', (address, range) => {
    expect(isInRanges(address, [range])).toBe(false);
  });

  it('finds no address in an empty list', () => {
    expect(isInRanges('203.0.113.7', [])).toBe(false);
  });
});
