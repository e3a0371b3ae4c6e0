import type { MissingKey, SecretUsage } from '../secrets/secret-usage.service.js';
import { fail, namesText, ok, warn, type Verdict } from './finding.js';

/** Judges whether the shop has all secret keys that it needs. */
export function secretKeyVerdict({ keyIds, keyFile, missing, awaiting }: SecretUsage): Verdict {
  const faults = [
    awaiting.length > 0 && awaitingText(awaiting),
    missing.length > 0 && missingText(missing),
  ].filter((fault) => fault !== false);
  if (faults.length > 0) {
    // The shell of the command may lack SECRET_KEYS although the server has them, so this is only a warning.
    const hasNoKeys = awaiting.length === 0 && keyIds.length === 0;
    return (hasNoKeys ? warn : fail)(faults.join('; '));
  }
  if (keyIds.length === 0) {
    return ok(
      'there is none; codes, suppliers and webhooks need one in SECRET_KEYS, and without it no delivered codes are compared',
    );
  }
  const place = keyFile === undefined ? '' : `; ${keyFile} is in no backup, so keep a copy of it`;
  return ok(`everything sealed opens under ${keyIds.join(', ')}${place}`);
}

/** Names the missing keys, and how many values need them. */
export function missingText(missing: readonly MissingKey[]): string {
  const each = missing.map(({ id, values }) => `${id || 'unknown'} (${values} values)`);
  return `SECRET_KEYS does not hold ${each.join(', ')}; add what is missing, or what it sealed cannot be read`;
}

function awaitingText(orders: readonly string[]): string {
  return `codes of ${namesText(orders)} were delivered but cannot be kept; set SECRET_KEYS of the server`;
}
