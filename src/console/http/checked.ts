import type { Type } from '@nestjs/common';
import { CheckedPipe } from '../../admin/http/checked.pipe.js';

/**
 * Fields as an object of a class whose decorators describe them.
 * @throws ProblemError with an entry for each wrong field
 */
export function checked<T extends object>(type: Type<T>, fields: object): T {
  return new CheckedPipe(type).transform(fields);
}

/** The parameters of a page that have these names and are not empty. */
export function parametersOf(
  query: URLSearchParams,
  names: readonly string[],
): Record<string, string> {
  const given = names.map((name) => [name, (query.get(name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
