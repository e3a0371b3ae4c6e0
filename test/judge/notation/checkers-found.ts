import { contradictionText, judge } from '../judge.js';
import { historyOf, type Owners } from './history-lines.js';

/** The checkers that find a contradiction in a history that is written as lines, each once. */
export function checkersFound(lines: string, owners?: Owners): string[] {
  const { contradictions, undecided } = judge(historyOf(lines, owners));
  if (undecided.length > 0) throw new Error(`undecided: ${undecided.join()}`);
  // Each must be able to be shown.
  for (const contradiction of contradictions) contradictionText(contradiction);
  return [...new Set(contradictions.map(({ checker }) => checker))].sort();
}
