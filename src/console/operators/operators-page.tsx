import type { PageOf } from '../../operations/lists/list.js';
import type { operatorList } from '../../operations/people/operator.lists.js';
import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { ROLES } from '../../people/permissions/roles.js';
import { Card } from '../../pages/card.js';
import { TextLink } from '../../pages/text-links.js';
import { Choice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Time, YesNo } from '../../pages/values.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { newFormKey } from '../http/form-key.js';
import { SIGN_IN_WORDS } from '../sign-in/sign-in-words.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { addressOf } from './operator-page.js';
import { OPERATOR_WORDS } from './operator-words.js';
import { PeopleLinks, StateBadge } from './people-parts.js';

/** All operators, and the form for a new one. */
export function operatorsPage(
  visit: Visit,
  state: FormState,
  found: PageOf<typeof operatorList>,
): Page {
  const { language } = visit;
  const words = OPERATOR_WORDS[language];
  return {
    title: CONSOLE_WORDS[language].operators,
    status: state.fault?.status,
    content: (
      <>
        <PeopleLinks />
        <Table
          label={CONSOLE_WORDS[language].operators}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={({ id }) => id}
        />
        <ListLinks visit={visit} path="operators" next={found.next} />
        {visit.caller.may('operators.edit') && (
          <Card title={words.newOperator}>
            <NewOperator visit={visit} state={state} />
          </Card>
        )}
      </>
    ),
  };
}

function columnsOf({ language }: Visit): Column<OperatorDto>[] {
  const words = OPERATOR_WORDS[language];
  const { roles } = CONSOLE_WORDS[language];
  return [
    {
      title: words.name,
      cell: ({ name }) => <TextLink to={addressOf(name)}>{name}</TextLink>,
    },
    { title: words.role, cell: ({ role }) => roles[role] },
    { title: words.state, cell: ({ state }) => <StateBadge state={state} /> },
    { title: words.twoFactor, cell: (operator) => <YesNo value={operator.two_factor} /> },
    { title: words.created, cell: (operator) => <Time value={operator.created_at} /> },
  ];
}

function NewOperator({ visit, state }: { readonly visit: Visit; readonly state: FormState }) {
  const { language } = visit;
  const words = OPERATOR_WORDS[language];
  return (
    <Form to="operators" formKey={newFormKey()} state={state} label={words.newOperator}>
      <Input
        name="name"
        label={words.name}
        hint={SIGN_IN_WORDS[language].nameHint}
        maxLength={64}
        state={state}
      />
      <Choice
        name="role"
        label={words.role}
        value="viewer"
        options={ROLES.map((role) => [role, CONSOLE_WORDS[language].roles[role]] as const)}
        state={state}
      />
      <p class="hint">{words.newHint}</p>
      <Submit>{words.create}</Submit>
    </Form>
  );
}
