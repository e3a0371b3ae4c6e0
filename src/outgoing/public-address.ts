import ipaddr from 'ipaddr.js';

/** The IPv6 range of the public internet; all other ranges are special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public IPv4 address at which machines of one cloud reach their metadata service. */
const PLATFORM_ADDRESS = '168.63.129.16';

/**
 * The SSRF guard: true only for an address of the public internet. False for private, loopback, link-local, shared
 * (CGNAT), multicast, documentation and other special ranges, also inside an IPv6 address, and for malformed addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address in IPv6 notation (::ffff:10.0.0.1) connects to the IPv4 address.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6);
  return address.toString() !== PLATFORM_ADDRESS;
}
