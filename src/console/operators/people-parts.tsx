import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { Badge } from '../../pages/values.js';
import { PageParts } from '../shell/page-parts.js';
import { useWords } from '../../pages/words.js';

const KINDS = { active: 'good', invited: 'open', disabled: 'bad' } as const;

export function StateBadge({ state }: Pick<OperatorDto, 'state'>) {
  const words = useWords('operator');
  return <Badge kind={KINDS[state]}>{words.states[state]}</Badge>;
}

/** Leads to the other lists about people. */
export function PeopleLinks() {
  const words = useWords('operator');
  return (
    <PageParts
      label={words.operators}
      parts={(['operators', 'tokens', 'permissions'] as const).map((name) => ({
        ...{ name: words[name], permission: null },
        page: name === 'tokens' ? 'operator-tokens' : name,
      }))}
    />
  );
}
