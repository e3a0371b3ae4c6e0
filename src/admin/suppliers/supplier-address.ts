import { lookup } from 'node:dns/promises';
import { isPublicAddress } from '../../account/webhooks/delivery/public-address.js';
import { messageKey } from '../../common/message-key.js';
import { invalidFields } from '../problems/problem.js';

const RESOLVE_MS = 3_000;

/**
 * Refuses the address of a supplier within the operator's own network, since a token of the admin API must not reach what
 * only the server can. A name without an address is left to the check of the supplier, which fails then.
 * @param url any text; what is no address is refused elsewhere. @throws ProblemError
 */
export async function assertPublicSupplier(url: string): Promise<void> {
  if (!URL.canParse(url)) return;
  const addresses = await addressesOf(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  if (addresses.every(isPublicAddress)) return;
  const message = 'must not lead to a private address; see WEBHOOK_ALLOW_PRIVATE';
  throw invalidFields([{ field: 'url', message, messageKey: messageKey('supplier.private', {}) }]);
}

async function addressesOf(host: string): Promise<string[]> {
  const unanswered = AbortSignal.timeout(RESOLVE_MS);
  const resolved = lookup(host, { all: true }).catch(() => []);
  const late = new Promise<never[]>((resolve) => {
    unanswered.addEventListener('abort', () => {
      resolve([]);
    });
  });
  return (await Promise.race([resolved, late])).map(({ address }) => address);
}

/**
 * True if a token that was given to the one address would be sent to another server at the other one. What is no address
 * is none.
 */
export function isOtherServer(known: string, url: string): boolean {
  return URL.canParse(url) && new URL(known).origin !== new URL(url).origin;
}
