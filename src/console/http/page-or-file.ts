import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';

/** The parameters of a list besides its filters. */
export const LIST_PARAMETERS = ['cursor', 'format'] as const;

/** What was read of a list as its page, or the whole list as a file of this name. */
export async function pageOrFile<Found>(
  answer: Promise<Found | StreamedAnswer> | StreamedAnswer,
  name: string,
  pageOf: (found: Found) => Page | Promise<Page>,
): Promise<Page | Download> {
  const found = await answer;
  return found instanceof StreamedAnswer ? new Download(`${name}.csv`, found) : pageOf(found);
}
