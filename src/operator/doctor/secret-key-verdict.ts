import type { MissingKey, SecretUsage } from '../secrets/secret-usage.service.js';

/** Orders that a message names; the rest are counted. */
const NAMED = 5;

interface Verdict {
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly message: string;
}

/** What the secret keys of a shop, and what depends on them, are worth telling. */
export function secretKeyVerdict({ keyIds, keyFile, missing, awaiting }: SecretUsage): Verdict {
  const faults = [
    ...(awaiting.length > 0 ? [awaitingText(awaiting)] : []),
    ...(missing.length > 0 ? [missingText(missing)] : []),
  ];
  if (faults.length > 0) {
    // A shell often lacks the keys that the server has.
    const unknown = awaiting.length === 0 && keyIds.length === 0;
    return { verdict: unknown ? 'warn' : 'fail', message: faults.join('; ') };
  }
  if (keyIds.length === 0) {
    const message = 'there is none; codes, suppliers and webhooks need one in SECRET_KEYS';
    return { verdict: 'ok', message };
  }
  const place = keyFile === undefined ? '' : `; ${keyFile} is in no backup, so keep a copy of it`;
  return { verdict: 'ok', message: `everything sealed opens under ${keyIds.join(', ')}${place}` };
}

/** Which keys are needed, and how much they would open. */
export function missingText(missing: readonly MissingKey[]): string {
  const each = missing.map(({ id, values }) => `${id || 'unknown'} (${values} values)`);
  return `SECRET_KEYS does not hold ${each.join(', ')}; add what is missing, or what it sealed cannot be read`;
}

function awaitingText(orders: readonly string[]): string {
  const more = orders.length - NAMED;
  const named = orders.slice(0, NAMED).join(', ');
  return `codes of ${named}${more > 0 ? ` and ${more} more` : ''} were delivered but cannot be kept; set SECRET_KEYS of the server`;
}
