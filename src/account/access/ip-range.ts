import ipaddr from 'ipaddr.js';
import { OperatorError } from '../../common/app-error.js';

/**
 * An address or CIDR range in the one form that is stored: IPv4 mapped into IPv6 becomes IPv4, bits behind the
 * prefix are cleared, and an address is a range of one.
 * @throws OperatorError on anything else.
 */
export function ipRange(text: string): string {
  const trimmed = text.trim();
  const [address, prefix] = parsed(trimmed);
  const range: [ipaddr.IPv4 | ipaddr.IPv6, number] =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
      ? [address.toIPv4Address(), prefix - 96]
      : [address, prefix];
  if (range[1] < 0) throw notARange(trimmed);
  const cidr = `${range[0].toString()}/${range[1]}`;
  const network =
    range[0] instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${range[1]}`;
}

/** True when the caller's address lies in one of the stored ranges. An unreadable address lies in none. */
export function isInRanges(address: string | undefined, ranges: readonly string[]): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  // `process` turns ::ffff:1.2.3.4 into 1.2.3.4.
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, prefix] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match(network, prefix);
  });
}

function parsed(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  // A zone (fe80::1%eth0) names a network card of one machine, and no column of ours holds it.
  if (text.includes('%')) throw notARange(text);
  // `isValidCIDR` alone takes 010.0.0.0/8 for octal.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  if (ipaddr.IPv6.isValidCIDR(text)) return ipaddr.IPv6.parseCIDR(text);
  // `isValid` alone takes 127.1 and 0x7f000001, which nobody means.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), 32];
  if (ipaddr.IPv6.isValid(text)) return [ipaddr.IPv6.parse(text), 128];
  throw notARange(text);
}

function notARange(text: string): OperatorError {
  return new OperatorError(
    `${JSON.stringify(text)} is no IP address or range; write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
  );
}
