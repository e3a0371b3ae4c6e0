import { judge } from '../judgement.js';
import { historyOf, type Owners } from './history-lines.js';

/** The checkers that find a contradiction in a history that is written as lines, each once. */
export function checkersFound(lines: string, owners?: Owners): string[] {
  const { contradictions, undecided } = judge(historyOf(lines, owners));
  if (undecided.length > 0) throw new Error(`undecided: ${undecided.join()}`);
  return [...new Set(contradictions.map(({ checker }) => checker))].sort();
}
