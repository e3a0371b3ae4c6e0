import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { ButtonLink } from '../../pages/text-links.js';
import { Badge } from '../../pages/values.js';
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
    <p class="actions">
      <ButtonLink to="operators">{words.operators}</ButtonLink>
      <ButtonLink to="operator-tokens">{words.tokens}</ButtonLink>
      <ButtonLink to="permissions">{words.permissions}</ButtonLink>
    </p>
  );
}
