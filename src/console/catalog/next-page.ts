import type { Visit } from '../visit/visit.js';
import { CURSORS, type ListName } from './list-cursors.js';

/**
 * The address of a page with the next part of one of its lists; the other lists stay. Undefined at the end.
 * @param page its path, which is not that of the request when a form was refused.
 */
export function nextPage(
  visit: Visit,
  page: string,
  list: ListName,
  next: string | null,
): string | undefined {
  if (next === null) return undefined;
  const present = Object.values(CURSORS).map(
    (name) => [name, visit.query.get(name) ?? undefined] as const,
  );
  return visit.links.to(page, { ...Object.fromEntries(present), [CURSORS[list]]: next });
}
