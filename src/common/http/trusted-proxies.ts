import type { IncomingMessage } from 'node:http';
import { ipRange, isInRanges, isIpAddress } from '../ip-range.js';

/** What TRUST_PROXY may name besides addresses and ranges. */
export const PROXY_NAMES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Most proxies in a row; a header that names more is not believed. */
const MOST_HOPS = 32;
/** Of a longer X-Forwarded-For only this end is looked at, in characters. */
const LONGEST_HEADER = 2_000;

/** Whose X-Forwarded-For is believed. */
export class TrustedProxies {
  private readonly ranges: readonly string[];

  /** @param trusted addresses, ranges in CIDR notation, and names of PROXY_NAMES. */
  constructor(trusted: readonly string[]) {
    this.ranges = trusted.flatMap((one) => PROXY_NAMES[one] ?? ipRange(one));
  }

  /**
   * The address that a request comes from: the socket's, and while that is a trusted proxy's, the one that the proxy
   * saw. Undefined when a trusted proxy's word cannot be read; it is nobody's then, least of all the proxy's own.
   */
  callerOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined {
    // The zone of a link-local caller comes from the system.
    const nearest = socket.remoteAddress?.split('%')[0];
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || !isInRanges(nearest, this.ranges)) return nearest;
    return this.firstUntrusted(String(forwarded));
  }

  /** From the end, where each proxy adds whom it saw; the first of all when all of them are trusted. */
  private firstUntrusted(header: string): string | undefined {
    let end = header.length;
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const comma = header.lastIndexOf(',', end - 1);
      const begin = end === 0 ? 0 : comma + 1;
      if (header.length - begin > LONGEST_HEADER) return undefined;
      const address = header.slice(begin, end).trim();
      if (!isIpAddress(address)) return undefined;
      if (begin === 0 || !isInRanges(address, this.ranges)) return address;
      end = comma;
    }
    return undefined;
  }
}
