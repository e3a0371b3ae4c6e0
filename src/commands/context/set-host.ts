import { endpointText, type Endpoint } from '../../outgoing/endpoint.js';
import { PrivateHosts } from '../../outgoing/private-hosts.service.js';
import { SsrfGuard } from '../../outgoing/ssrf-guard.js';
import type { OpenShop } from './command-context.js';
import type { Terminal } from './terminal.js';

/**
 * Whoever has the terminal may set a host within the own network, so that is allowed, and said. What is on the public
 * internet now, or has no address yet, needs no leave, and gets none: it may turn to a private address later.
 */
export async function allowSetHost(
  shop: OpenShop,
  terminal: Terminal,
  endpoint: Endpoint,
): Promise<void> {
  if (!(await shop.get(SsrfGuard).leadsInside(endpoint))) return;
  const hosts = shop.get(PrivateHosts);
  if (await hosts.includes(endpoint)) return;
  await hosts.add(endpoint);
  const text = endpointText(endpoint);
  terminal.remark(`${text} may have private addresses now; see "souk private-host list".`);
}
