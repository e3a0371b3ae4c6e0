import { messageKey } from '../common/sentence.js';
import { endpointText, type Endpoint } from '../outgoing/endpoint.js';
import { SsrfGuard } from '../outgoing/ssrf-guard.js';
import { InvalidFieldsError } from './fields/checked-input.js';
import type { Asked } from './operation.js';

/** The same for an operation. Who sits at the terminal may reach it: its change allows the host, once it is made. */
export async function assertMayReach(
  { services, allowHost }: Pick<Asked<never>, 'services' | 'allowHost'>,
  host: Endpoint,
  field: string,
): Promise<void> {
  if (!allowHost) await assertAllowedHost(services(SsrfGuard), host, field);
}

/**
 * Refuses a host within the operator's own network, unless whoever has the terminal has allowed it, since a token of the
 * admin API must not reach what only the server can. A name without an address is left to the first connection.
 * @param field that named the host @throws InvalidFieldsError
 */
export async function assertAllowedHost(
  guard: SsrfGuard,
  host: Endpoint,
  field: string,
): Promise<void> {
  if ((await guard.mayBePrivate(host)) || !(await guard.leadsInside(host))) return;
  const command = `souk private-host add ${endpointText(host)}`;
  const message = `must not lead to a private address; see "${command}" and WEBHOOK_ALLOW_PRIVATE`;
  throw InvalidFieldsError.of(field, message, messageKey('address.private', { command }));
}
