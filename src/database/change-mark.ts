import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the transactions of a change tell the record of values: the id of its entry in the audit; `sync` and a supplier, for
 * what has no entry before it changes something; or `off` for what is not noted.
 */
export const changeMark = new AsyncLocalStorage<string>();

/** Ends a transaction's first message to the server; empty outside of a change. @param isUndone at the end of it */
export function markStatement(isUndone: boolean): string {
  const mark = isUndone ? 'off' : changeMark.getStore();
  return mark === undefined ? '' : `; SET LOCAL souk.audit_entry = '${mark.replaceAll("'", "''")}'`;
}
