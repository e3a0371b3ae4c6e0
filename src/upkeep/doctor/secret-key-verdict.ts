import type { MissingKey, SecretUsage } from '../secrets/secret-usage.service.js';
import type { Verdict } from './finding.js';

/** The most orders that a message names; further ones are only counted. */
const MAX_NAMED_ORDERS = 5;

/** Judges whether the shop has all secret keys that it needs. */
export function secretKeyVerdict({ keyIds, keyFile, missing, awaiting }: SecretUsage): Verdict {
  const faults = [
    ...(awaiting.length > 0 ? [awaitingText(awaiting)] : []),
    ...(missing.length > 0 ? [missingText(missing)] : []),
  ];
  if (faults.length > 0) {
    // The shell of the command may lack SECRET_KEYS although the server has them, so this is only a warning.
    const hasNoKeys = awaiting.length === 0 && keyIds.length === 0;
    return { verdict: hasNoKeys ? 'warn' : 'fail', message: faults.join('; ') };
  }
  if (keyIds.length === 0) {
    const message =
      'there is none; codes, suppliers and webhooks need one in SECRET_KEYS, and without it no delivered codes are compared';
    return { verdict: 'ok', message };
  }
  const place = keyFile === undefined ? '' : `; ${keyFile} is in no backup, so keep a copy of it`;
  return { verdict: 'ok', message: `everything sealed opens under ${keyIds.join(', ')}${place}` };
}

/** Names the missing keys, and how many values need them. */
export function missingText(missing: readonly MissingKey[]): string {
  const each = missing.map(({ id, values }) => `${id || 'unknown'} (${values} values)`);
  return `SECRET_KEYS does not hold ${each.join(', ')}; add what is missing, or what it sealed cannot be read`;
}

function awaitingText(orders: readonly string[]): string {
  const more = orders.length - MAX_NAMED_ORDERS;
  const named = orders.slice(0, MAX_NAMED_ORDERS).join(', ');
  return `codes of ${named}${more > 0 ? ` and ${more} more` : ''} were delivered but cannot be kept; set SECRET_KEYS of the server`;
}
