import type { ImportState } from '../../catalog/import/uploaded/import-state.js';
import { Badge } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

const KINDS = {
  ...{ reading: 'open', comparing: 'open', ready: 'open', applying: 'open' },
  ...{ interrupted: 'bad', refused: 'bad', applied: 'good' },
} as const satisfies Record<ImportState, 'open' | 'good' | 'bad'>;

const STATES = Object.keys(KINDS) as ImportState[];

/** How far an upload has come, in a word. */
export function ImportBadge({ state }: { readonly state: string }) {
  const words = useWords('import');
  const known = STATES.find((one) => one === state);
  return <Badge kind={known ? KINDS[known] : 'plain'}>{known ? words[known] : state}</Badge>;
}
