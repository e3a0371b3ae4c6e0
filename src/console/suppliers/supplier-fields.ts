import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';

/** How and how often a catalog is listed, as it was typed; no minutes mean by hand only. @param category found by its text */
export function syncFieldsIn(form: FormValues, category: number | undefined): object {
  const minutes = form.text('every_minutes');
  const markups = form.lines('markup_by_category');
  return {
    ...form.given('markup'),
    ...(category !== undefined && { into_category: category }),
    every_minutes: minutes === '' ? null : numberOrText(minutes),
    ...(markups.length > 0 && { markup_by_category: markupsIn(markups) }),
  };
}

/** Lines such as `12=25`; one without a category is a name that none has, so that it is refused. */
function markupsIn(lines: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    lines.map((line) => {
      const equals = line.indexOf('=');
      if (equals < 0) return [line, null];
      const markup = line.slice(equals + 1).trim();
      return [line.slice(0, equals).trim(), markup === '' ? null : markup];
    }),
  );
}
