import { isIP } from 'node:net';
import { sentence } from './sentence.js';
import ipaddr from 'ipaddr.js';
import { OperatorError } from './app-error.js';

/**
 * Normalizes an address or CIDR range to the form that is stored: IPv4 mapped into IPv6 becomes IPv4, bits behind the
 * prefix are cleared, and a single address becomes a range of one.
 * @throws OperatorError on anything else.
 */
export function ipRange(text: string): string {
  const trimmed = text.trim();
  const [address, prefix] = parsed(trimmed);
  const range: [ipaddr.IPv4 | ipaddr.IPv6, number] =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
      ? [address.toIPv4Address(), prefix - 96]
      : [address, prefix];
  if (range[1] < 0) throw notARange();
  const cidr = `${range[0].toString()}/${range[1]}`;
  const network =
    range[0] instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${range[1]}`;
}

/** True for a text that `ipRange` accepts. */
export function isIpRange(text: string): boolean {
  try {
    return ipRange(text) !== '';
  } catch {
    return false;
  }
}

/** True when the caller's address lies in one of the stored ranges. An unreadable address lies in none. */
export function isInRanges(address: string | undefined, ranges: readonly string[]): boolean {
  const caller = address === undefined ? undefined : ipAddress(address);
  if (!caller) return false;
  return ranges.some((range) => {
    const [network, prefix] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match(network, prefix);
  });
}

/** True for an address in the notation that all programs read as the same address. */
export function isIpAddress(text: string): boolean {
  return ipAddress(text) !== undefined;
}

/** The shortest notation of an address, IPv4 for a mapped one. Undefined for any other text. */
export function plainAddress(text: string): string | undefined {
  return ipAddress(text)?.toString();
}

/** Characters of an IPv6 address whose last 32 bits are written as IPv4. */
const MAX_ADDRESS_CHARACTERS = 45;
/** With `/128` and one character more, so that a text that is too long is noticed. */
const MAX_RANGE_CHARACTERS = MAX_ADDRESS_CHARACTERS + 5;

/**
 * IPv4 has to be four decimal parts without leading zeros, also at the end of IPv6: programs disagree about which
 * address `127.1`, `0x7f.0.0.1` or `0177.0.0.1` is. A zone (fe80::1%eth0) is refused, since it names an interface of
 * one machine.
 * @returns IPv4 for a mapped address; undefined for any other text.
 */
function ipAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return text.length <= MAX_ADDRESS_CHARACTERS && !text.includes('%') && isIP(text) !== 0
    ? ipaddr.process(text)
    : undefined;
}

const PREFIX = /^(0|[1-9]\d{0,2})$/;

function parsed(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', prefix, ...rest] = text.slice(0, MAX_RANGE_CHARACTERS).split('/');
  if (!isIpAddress(address) || rest.length > 0) throw notARange();
  const read = ipaddr.parse(address);
  const bits = read.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [read, bits];
  if (!PREFIX.test(prefix) || Number(prefix) > bits) throw notARange();
  return [read, Number(prefix)];
}

function notARange(): OperatorError {
  return new OperatorError(...sentence('field.range'));
}
