import { ipRange, plainAddress } from './ip-range.js';

/** Bits of the networks by which callers count and have their turns: of IPv4, and of IPv6. */
const WIDTHS = [
  // Whoever has one IPv6 address has as many as it likes in its network of 64 bits.
  [32, 64],
  [24, 56],
  [16, 48],
] as const;

/**
 * The address and the networks in which it lies, the widest last.
 * @param address null, undefined and what is no address are one caller.
 */
export function networksOf(address: string | null | undefined): string[] {
  const plain = plainAddress(address ?? '');
  if (plain === undefined) return [''];
  const isLong = plain.includes(':');
  return WIDTHS.map(([ipv4, ipv6]) => {
    if (!isLong && ipv4 === 32) return plain;
    return ipRange(`${plain}/${isLong ? ipv6 : ipv4}`);
  });
}

/** The same with the widest network first, by which callers have their turns. */
export function networkPath(address: string | null | undefined): string[] {
  return networksOf(address).reverse();
}
