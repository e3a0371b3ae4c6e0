import { useWords } from '../../pages/words.js';
import type { Filter } from './filter.js';

/** The times between which something is looked for. */
export function useTimeRange(): readonly Filter[] {
  const { from, to } = useWords('page');
  return [
    { name: 'from', label: from, as: 'time' },
    { name: 'to', label: to, as: 'time' },
  ];
}
