import ipaddr from 'ipaddr.js';

/** The whole of what is given out to the public internet in IPv6; everything else has a special meaning. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public IPv4 address that leads from inside one cloud to the metadata of the machine. */
const PLATFORM_ADDRESS = '168.63.129.16';

/**
 * True for an address of the public internet; false for private, loopback, link-local, shared (CGNAT), multicast,
 * documentation and every other special range, for those inside an IPv6 address too, and for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address that is written as IPv6 (::ffff:10.0.0.1) reaches the IPv4 address.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6);
  return address.toString() !== PLATFORM_ADDRESS;
}
