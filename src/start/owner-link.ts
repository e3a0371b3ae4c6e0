import { isIP } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { isInRanges } from '../common/ip-range.js';
import { PROXY_NAMES } from '../common/http/trusted-proxies.js';
import type { SoukConfig } from '../config/souk-config.js';
import { LinkAddress } from '../people/links/link-address.js';
import { OperatorLinks } from '../people/links/operator-links.service.js';

/**
 * The link by which the first operator becomes the owner of a shop with an embedded database. The one of the start before
 * is not valid any more.
 * @returns its address; undefined where there are operators, no console, or where others could read and use it.
 */
export async function ownerLink(
  app: NestExpressApplication,
  { CONSOLE, HOST }: Pick<SoukConfig, 'CONSOLE' | 'HOST'>,
): Promise<string | undefined> {
  const secret = await app.get(OperatorLinks, { strict: false }).forFirstOperator();
  if (secret === undefined || CONSOLE === 'off' || !isLoopback(HOST)) return undefined;
  return app.get(LinkAddress, { strict: false }).of(secret);
}

/** True for a HOST that only programs on this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && isInRanges(host, PROXY_NAMES.loopback ?? []));
}
