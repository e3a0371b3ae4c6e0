import {
  operatorTokenCreate,
  type OperatorTokenDto,
} from '../../operations/people/operator-token.operations.js';
import type { operatorTokenList } from '../../operations/people/operator.lists.js';
import { FormCard } from '../../pages/card.js';
import type { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import { ROLES } from '../../people/permissions/roles.js';
import { useField } from '../../pages/form-state.js';
import { Boxes, Choice, Form, Input, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { mainState } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { PeopleLinks } from './people-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The tokens of all operators, and the form for a new one. */
export function operatorTokensPage(
  visit: Visit,
  { found, refused }: Listed<typeof operatorTokenList>,
  permissions: ShopPermissions,
): Page {
  const words = wordsOf(visit.language, 'operator');
  return {
    ...{ title: words.tokens, part: 'operators' },
    content: (
      <>
        <PeopleLinks />
        <DoneNotice said={{ revoked: words.wasRevoked }} />
        <Table label={words.tokens} columns={columnsOf(visit, permissions)} rows={found.items} />
        <ListLinks path="operator-tokens" next={found.next} />
        {visit.caller.may('operators.edit') && (
          <NewToken state={mainState(refused)} permissions={permissions} />
        )}
      </>
    ),
  };
}

function columnsOf(visit: Visit, permissions: ShopPermissions): Column<OperatorTokenDto>[] {
  const words = wordsOf(visit.language, 'operator');
  /** A scope is kept while the extension that declares its permission is not loaded. */
  const scopeText = (scope: string): string =>
    permissions.has(scope) ? scope : words.unknownScope({ scope });
  return [
    [words.id, ({ id }) => <Code>{id}</Code>],
    [words.operator, ({ operator }) => <Text>{operator}</Text>],
    [words.label, ({ label }) => <Text>{label}</Text>],
    [words.role, ({ role }) => words.roles[role]],
    [words.scopes, ({ scopes }) => scopes?.map(scopeText).join(', ') ?? words.allOfRole],
    [words.expires, (token) => <Time value={token.expires_at} />],
    [words.lastUsed, (token) => <Time value={token.last_used_at} />],
    [words.state, (token) => <TokenState token={token} />],
  ];
}

function TokenState({ token }: { readonly token: OperatorTokenDto }) {
  const { caller } = useVisit();
  const words = useWords('operator');
  if (token.revoked_at !== null) return <Badge kind="bad">{words.isRevoked}</Badge>;
  if (!caller.may('operators.edit')) return <Badge kind="good">{words.inForce}</Badge>;
  return (
    <Form
      to={`operator-tokens/${token.id}/revoke`}
      class="inline"
      button={words.revoke}
      kind="danger"
    />
  );
}

interface NewTokenProps {
  readonly state: FormState;
  readonly permissions: ShopPermissions;
}

function NewToken({ state, permissions }: NewTokenProps) {
  const visit = useVisit();
  const words = useWords('operator');
  const roles = ROLES.map((role) => [role, words.roles[role]] as const);
  return (
    <FormCard
      title={words.newToken}
      to="operator-tokens"
      state={state}
      button={words.create}
      {...formFor(operatorTokenCreate, { operator: visit.session.name })}
    >
      <Input name="operator" label={words.operator} />
      <Choice name="role" label={words.role} options={[['', words.asOperator], ...roles]} />
      <Input name="label" label={words.label} />
      <Input name="expires_at" type="date" label={words.expires} hint={words.expiresHint} />
      <Scopes permissions={permissions} />
    </FormCard>
  );
}

/** Without a tick the token may do all that its role may, so what was ticked is never lost, and never out of sight. */
function Scopes({ permissions }: Pick<NewTokenProps, 'permissions'>) {
  const words = useWords('operator');
  const { language } = useVisit();
  const { typed, fault } = useField('scopes');
  return (
    <details open={typed !== undefined || fault !== undefined}>
      <summary>{words.scopesHint}</summary>
      <Boxes
        name="scopes"
        options={permissions.names.map((name) => [name, permissions.textOf(name, language)])}
      />
    </details>
  );
}
