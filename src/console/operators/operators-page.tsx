import type { operatorList } from '../../operations/people/operator.lists.js';
import { operatorCreate, type OperatorDto } from '../../operations/people/operator.operations.js';
import { FormCard } from '../../pages/card.js';
import { TextLink } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Time, YesNo } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { ListLinks, sortingOf } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { addressOf } from './operator-page.js';
import { PeopleLinks, RoleChoice, StateBadge } from './people-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** All operators, and the form for a new one. */
export function operatorsPage(visit: Visit, { found, refused }: Listed<typeof operatorList>): Page {
  const words = wordsOf(visit.language, 'operator');
  return {
    title: words.operators,
    content: (
      <>
        <PeopleLinks />
        <Table
          {...{ label: words.operators, columns: columnsOf(visit), rows: found.items }}
          sorting={sortingOf(visit, 'operators', found)}
        />
        <ListLinks path="operators" next={found.next} />
        {visit.caller.may('operators.edit') && <NewOperator state={refused?.state} />}
      </>
    ),
  };
}

function columnsOf({ language }: Visit): Column<OperatorDto>[] {
  const words = wordsOf(language, 'operator');
  return [
    [words.name, ({ name }) => <TextLink to={addressOf(name)}>{name}</TextLink>, { by: 'name' }],
    [words.role, ({ role }) => words.roles[role], { by: 'role' }],
    [words.state, ({ state }) => <StateBadge state={state} />],
    [words.twoFactor, (operator) => <YesNo value={operator.two_factor} />],
    [words.created, (operator) => <Time value={operator.created_at} />, { by: 'created_at' }],
  ];
}

function NewOperator({ state }: { readonly state: FormState | undefined }) {
  const words = useWords('operator');
  return (
    <FormCard
      title={words.newOperator}
      to="operators"
      state={state}
      button={words.create}
      {...formFor(operatorCreate)}
    >
      <Input name="name" label={words.name} hint={words.nameHint} />
      <RoleChoice value="viewer" />
      <p class="hint">{words.newHint}</p>
    </FormCard>
  );
}
