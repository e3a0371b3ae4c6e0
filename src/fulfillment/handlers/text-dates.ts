const YEAR = String.raw`(?:19|20)\d{2}`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?(?:Z|[+-]\d{2}:?\d{2})?`;
const DATE_FORMS = [
  String.raw`${YEAR}[-/.]\d{1,2}(?:[-/.]\d{1,2})?`,
  String.raw`(?:\d{1,2}[-/.]){1,2}${YEAR}`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{2}`,
  String.raw`\d{1,2}/\d{2}`,
  String.raw`\d{1,2}\.?[\s-]\p{L}{3,12}\.?,?[\s-]${YEAR}`,
  String.raw`\p{L}{3,12}\.?\s\d{1,2},?\s${YEAR}`,
];
/** As in 20271231 or 20271231235959. */
const COMPACT = String.raw`${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[0-2]\d[0-5]\d(?:[0-5]\d)?)?`;
/** Not within a longer sequence of letters, digits and hyphens. */
const BEGINNING = String.raw`(?<![\p{L}\p{N}]|\p{L}-|\p{N}[-/.])`;
const END = String.raw`(?![\p{L}\p{N}]|[-/.]\p{N}|-\p{L})`;

const DATES = new RegExp(
  `${BEGINNING}(?:(?:${DATE_FORMS.join('|')})(?:[T\\s,]{1,3}${TIME})?|${TIME})${END}`,
  'giu',
);
const COMPACT_DATES = new RegExp(`${BEGINNING}${COMPACT}${END}`, 'gu');

/**
 * The text with a comma instead of each date and time. Of the digits 0 to 9; a date without separators is one only beside
 * words, since it may be a PIN.
 */
export function withoutDates(text: string): string {
  const rest = text.replace(DATES, ',');
  return /\p{L}/u.test(rest) ? rest.replace(COMPACT_DATES, ',') : rest;
}
