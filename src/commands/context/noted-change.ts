import { AuditService } from '../../upkeep/audit/audit.service.js';
import type { OpenShop } from './command-context.js';

/** What the audit tells of a thing, without secrets; null where there is none. */
export type Told = Readonly<Record<string, unknown>> | null;

/**
 * Runs a change of a command, whose audit entry then holds what is told of the thing before and after it. The change
 * shows a secret itself, since the thing is read again before this ends.
 */
export async function noteChange<T>(
  shop: OpenShop,
  tell: () => Promise<Told>,
  change: () => Promise<T>,
): Promise<T> {
  const before = await tell();
  const result = await change();
  noteChanged(shop, before, await toldAfter(tell));
  return result;
}

/**
 * What is told of a thing after its change; null if it cannot be read. The change is committed then: a command that ended
 * with an error would be repeated, such as a deposit.
 */
export async function toldAfter(tell: () => Promise<Told>): Promise<Told> {
  try {
    return await tell();
  } catch {
    return null;
  }
}

/** Adds to the audit entry of a command what was before its change, and what is now. */
export function noteChanged(shop: OpenShop, before: Told, after: Told): void {
  shop.get(AuditService).note({ before, after });
}
