import type { ImportState } from '../../catalog/import/uploaded/import-state.js';
import { Badge } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

const KINDS = {
  ...{ reading: 'open', comparing: 'open', ready: 'open', applying: 'open' },
  ...{ interrupted: 'bad', refused: 'bad', applied: 'good' },
} as const satisfies Record<ImportState, 'open' | 'good' | 'bad'>;

/** How far an upload has come, in a word. */
export function ImportBadge({ state }: { readonly state: ImportState }) {
  const words = useWords('import');
  return <Badge kind={KINDS[state]}>{words[state]}</Badge>;
}
