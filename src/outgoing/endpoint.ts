import { isIPv6 } from 'node:net';

/** Where a connection leads. */
export interface Endpoint {
  /** A name or an address, in lower case, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

export function endpoint(host: string, port: number): Endpoint {
  return { host: host.toLowerCase().replace(/^\[|\]$/g, ''), port };
}

/** @param url http or https */
export function endpointOf(url: URL | string): Endpoint {
  const { protocol, hostname, port } = new URL(url);
  return endpoint(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
}

/** As it is written in an address. */
export function endpointText({ host, port }: Endpoint): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
