import { AuditService } from './audit/audit.service.js';
import type { OpenShop } from './command-context.js';

/** What the audit tells of a thing, without secrets; null where there is none. */
export type Told = Readonly<Record<string, unknown>> | null;

/** Runs a change of a command, whose audit entry then holds what is told of the thing before and after it. */
export async function noteChange<T>(
  shop: OpenShop,
  tell: () => Promise<Told>,
  change: () => Promise<T>,
): Promise<T> {
  const before = await tell();
  const result = await change();
  noteChanged(shop, before, await tell());
  return result;
}

/** Adds to the audit entry of a command what was before its change, and what is now. */
export function noteChanged(shop: OpenShop, before: Told, after: Told): void {
  shop.get(AuditService).note({ before, after });
}
