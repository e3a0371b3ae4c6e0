import { Raw, type FindOperator } from 'typeorm';

/** Further words of a text are not looked for. */
const MAX_WORDS = 8;

/**
 * Names that have each word of a text somewhere, in any letter case. Without an index: it compares the names of the catalog,
 * whose size is bounded, until enough are found.
 */
export function nameWith(text: string): FindOperator<string> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const patterns = words.slice(0, MAX_WORDS).map((word) => `%${literal(word)}%`);
  return Raw((column) => `${column} ILIKE ALL (CAST(:patterns AS text[]))`, {
    patterns,
  }) as FindOperator<string>;
}

/** A text as a part of a pattern that stands for itself. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
