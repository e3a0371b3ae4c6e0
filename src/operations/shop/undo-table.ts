import type { AnyOperation } from '../operation.js';

/**
 * What can be undone at once by who has done it, by the action of its entry in the audit: names, prices, visibility, settings, and
 * the group of an account. What moves money, orders, stock, tokens, people or messages never can; what is made, and what
 * changes many things, is taken back from its entry, which shows all of it.
 */
const UNDOABLE: ReadonlySet<string> = new Set([
  'account set',
  ...['branding set', 'catalog set', 'conventions set'],
  ...['category move', 'category rename'],
  ...['cost set', 'delivery set'],
  'extension set',
  'group rename',
  ...['price base', 'price set'],
  'product set',
  ...['supplier set', 'supplier sync'],
  ...['visibility clear', 'visibility hide', 'visibility show'],
]);

export function isUndoable(action: string): boolean {
  return UNDOABLE.has(action);
}

/** The same of what is about to be done. */
export function leavesUndoable(operation: AnyOperation, input: object): boolean {
  return isUndoable(operation.action?.(input) ?? operation.name);
}
