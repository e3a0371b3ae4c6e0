import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { ROLES } from '../../people/permissions/roles.js';
import { Choice } from '../../pages/form.js';
import { Badge } from '../../pages/values.js';
import { PageParts } from '../shell/page-parts.js';
import { useWords } from '../../pages/words.js';

/** The choice of what an operator may do. @param value chosen at first for a new one */
export function RoleChoice({ value }: { readonly value?: string }) {
  const words = useWords('operator');
  const options = ROLES.map((role) => [role, words.roles[role]] as const);
  return <Choice {...{ name: 'role', label: words.role, options, value }} />;
}

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
