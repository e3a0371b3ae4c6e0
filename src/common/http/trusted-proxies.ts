import type { IncomingMessage } from 'node:http';
import { ipRange, isInRanges, isIpAddress } from '../ip-range.js';

/** Names that TRUST_PROXY accepts besides addresses and ranges. */
export const PROXY_NAMES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Most proxies in a row; a header with more is not trusted. */
const MAX_HOPS = 32;
/** Characters of X-Forwarded-For that are read, from its end. */
const MAX_HEADER_CHARACTERS = 2_000;

/** What operators are told when a proxy was seen that no setting names. */
export const UNNAMED_PROXY =
  'requests have X-Forwarded-For, but TRUST_PROXY is not set: if a proxy of yours sets it, set TRUST_PROXY to its address, or all callers count as one';

/** What the address of a caller is derived from. */
interface ProxiedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingMessage['headers'];
}

/** The proxies whose X-Forwarded-For is trusted. */
export class TrustedProxies {
  private readonly ranges: readonly string[];

  /** @param trusted addresses, ranges in CIDR notation, and names of PROXY_NAMES. */
  constructor(trusted: readonly string[]) {
    this.ranges = trusted.flatMap((one) => PROXY_NAMES[one] ?? ipRange(one));
  }

  /** False when no proxy is trusted, so that every caller is the peer of its connection. */
  get any(): boolean {
    return this.ranges.length > 0;
  }

  /**
   * The address that a request comes from: that of the socket or, as long as that is a trusted proxy, the one that the
   * proxy has added to X-Forwarded-For. Undefined when the header of a trusted proxy is malformed: falling back to the
   * proxy's own address could admit a caller that is not allowed.
   */
  callerOf({ socket, headers }: ProxiedRequest): string | undefined {
    // The operating system appends a zone to a link-local address.
    const nearest = socket.remoteAddress?.split('%')[0];
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || !isInRanges(nearest, this.ranges)) return nearest;
    return this.firstUntrusted(String(forwarded));
  }

  /** Read from the end, where each proxy appends the address it saw; the first address when all are trusted. */
  private firstUntrusted(header: string): string | undefined {
    let end = header.length;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const comma = header.lastIndexOf(',', end - 1);
      const begin = end === 0 ? 0 : comma + 1;
      if (header.length - begin > MAX_HEADER_CHARACTERS) return undefined;
      const address = header.slice(begin, end).trim();
      if (!isIpAddress(address)) return undefined;
      if (begin === 0 || !isInRanges(address, this.ranges)) return address;
      end = comma;
    }
    return undefined;
  }
}
