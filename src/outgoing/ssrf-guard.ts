import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { endpointText, type Endpoint } from './endpoint.js';
import { isPublicAddress } from './public-address.js';

/** An address as the resolver gives it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name, or the address itself. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Decides by its addresses whether a host may be connected to. */
export class SsrfGuard {
  /**
   * @param mayBePrivate whether this endpoint may have addresses outside of the public internet; asked only for one that
   *   has some
   */
  constructor(
    readonly mayBePrivate: (endpoint: Endpoint) => Promise<boolean>,
    readonly resolve: Resolve = (host) => lookup(host, { all: true }),
  ) {}

  /** Resolves a host. @returns the addresses that may be connected to @throws if there is none, or it is not known */
  async addressesOf(endpoint: Endpoint): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.resolve(endpoint.host);
    const ofInternet = addresses.filter(({ address }) => isPublicAddress(address));
    if (ofInternet.length === addresses.length) return addresses;
    if (await this.mayBePrivate(endpoint)) return addresses;
    if (ofInternet.length > 0) return ofInternet;
    const found = addresses.map(({ address }) => address).join(', ');
    throw new Error(
      `${endpoint.host} is not on the public internet (${found}), so nothing was sent; ` +
        `see "souk private-host add ${endpointText(endpoint)}" and WEBHOOK_ALLOW_PRIVATE`,
    );
  }

  /** Whether some address of the host is private now; undefined while the host is not known. */
  async leadsInside({ host }: Endpoint): Promise<boolean | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, LOOKUP_TIMEOUT_MS);
    const known = this.resolve(host).then(
      (addresses) => addresses.some(({ address }) => !isPublicAddress(address)),
      () => undefined,
    );
    return Promise.race([known, late.promise]).finally(() => {
      clearTimeout(timer);
    });
  }
}

const LOOKUP_TIMEOUT_MS = 3_000;

/** Connects only to the addresses that were checked: a second lookup could return others. */
export function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}
