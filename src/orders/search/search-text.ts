import { MAX_CONSECUTIVE_MARKS } from '../../common/text.js';

const LONG_MARK_RUN = new RegExp(`\\p{M}{${MAX_CONSECUTIVE_MARKS + 1}}`, 'u');

/**
 * The form in which values of orders and what is searched for are compared: trimmed, in Unicode normalization form KC,
 * in lower case. So `ＡＢ１２`, ` ab12` and `AB12` are the same value. A text with a very long run of combining marks is
 * not normalized, since that takes quadratic time.
 */
export function searchForm(text: string): string {
  const isOrdinary = !LONG_MARK_RUN.test(text);
  const compatible = isOrdinary ? text.normalize('NFKC') : text;
  const lower = compatible.trim().toLowerCase();
  return isOrdinary ? lower.normalize('NFKC') : lower;
}
