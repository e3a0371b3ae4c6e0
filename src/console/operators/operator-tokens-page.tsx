import type { VNode } from 'preact';
import type { PageOf } from '../../operations/lists/list.js';
import type { OperatorTokenDto } from '../../operations/people/operator-token.operations.js';
import type { operatorTokenList } from '../../operations/people/operator.lists.js';
import { PERMISSION_NAMES } from '../../people/permissions/permissions.js';
import { ROLES } from '../../people/permissions/roles.js';
import { Card } from '../../pages/card.js';
import { Fields } from '../../pages/fields.js';
import { Check, Form, Submit, type FormState } from '../../pages/form.js';
import { FaultText } from '../../pages/fault-text.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { newFormKey } from '../http/form-key.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { OPERATOR_WORDS } from './operator-words.js';
import { PeopleLinks } from './people-parts.js';

/** The form for a new token that was sent, with its ticked boxes. */
export interface OperatorTokenState extends FormState {
  readonly scopes?: readonly string[];
}

/** The tokens of all operators, and the form for a new one. */
export function operatorTokensPage(
  visit: Visit,
  state: OperatorTokenState,
  found: PageOf<typeof operatorTokenList>,
): Page {
  const { language } = visit;
  const words = OPERATOR_WORDS[language];
  return {
    title: words.tokens,
    status: state.fault?.status,
    content: (
      <>
        <PeopleLinks />
        <DoneNotice visit={visit} said={{ revoked: words.revoked }} />
        <Table
          label={words.tokens}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={({ id }) => id}
        />
        <ListLinks visit={visit} path="operator-tokens" next={found.next} />
        {visit.caller.may('operators.edit') && (
          <Card title={words.newToken}>
            <NewToken visit={visit} state={state} />
          </Card>
        )}
      </>
    ),
  };
}

function columnsOf(visit: Visit): Column<OperatorTokenDto>[] {
  const words = OPERATOR_WORDS[visit.language];
  const { roles } = CONSOLE_WORDS[visit.language];
  return [
    { title: words.id, cell: ({ id }) => <Code>{id}</Code> },
    { title: words.operator, cell: ({ operator }) => <Text>{operator}</Text> },
    { title: words.label, cell: ({ label }) => <Text>{label}</Text> },
    { title: words.role, cell: ({ role }) => roles[role] },
    { title: words.scopes, cell: ({ scopes }) => scopes?.join(', ') ?? words.allOfRole },
    { title: words.expires, cell: (token) => <Time value={token.expires_at} /> },
    { title: words.lastUsed, cell: (token) => <Time value={token.last_used_at} /> },
    {
      title: words.state,
      cell: (token) => <TokenState visit={visit} token={token} />,
    },
  ];
}

function TokenState({ visit, token }: { readonly visit: Visit; readonly token: OperatorTokenDto }) {
  const words = OPERATOR_WORDS[visit.language];
  if (token.revoked_at !== null) return <Badge kind="bad">{words.isRevoked}</Badge>;
  if (!visit.caller.may('operators.edit')) return <Badge kind="good">{words.inForce}</Badge>;
  return (
    <Form to={`operator-tokens/${token.id}/revoke`} class="inline">
      <Submit kind="danger">{words.revoke}</Submit>
    </Form>
  );
}

interface NewTokenProps {
  readonly visit: Visit;
  readonly state: OperatorTokenState;
}

function NewToken({ visit, state }: NewTokenProps): VNode {
  const words = OPERATOR_WORDS[visit.language];
  const roles = ROLES.map((role) => [role, CONSOLE_WORDS[visit.language].roles[role]] as const);
  return (
    <Form to="operator-tokens" formKey={newFormKey()} state={state} label={words.newToken}>
      <Fields
        state={state}
        fields={[
          { name: 'operator', label: words.operator, value: visit.session.name, maxLength: 64 },
          { name: 'role', label: words.role, options: [['', words.asOperator], ...roles] },
          { name: 'label', label: words.label, maxLength: 200, isOptional: true },
          {
            name: 'expires_at',
            type: 'date',
            label: words.expires,
            hint: words.expiresHint,
            isOptional: true,
          },
        ]}
      />
      <Scopes visit={visit} state={state} />
      <Submit>{words.create}</Submit>
    </Form>
  );
}

/** Without a tick the token may do all that its role may, so what was ticked is never lost, and never out of sight. */
function Scopes({ visit, state: { scopes = [], fault } }: NewTokenProps): VNode {
  const wrong = fault?.fields.scopes;
  return (
    <details open={scopes.length > 0 || wrong !== undefined}>
      <summary>{OPERATOR_WORDS[visit.language].scopesHint}</summary>
      {PERMISSION_NAMES.map((name) => (
        <Check
          key={name}
          name="scopes"
          value={name}
          label={name}
          isChecked={scopes.includes(name)}
        />
      ))}
      {wrong !== undefined && (
        <small class="fault">
          <FaultText messageKey={fault?.fieldKeys?.scopes}>{wrong}</FaultText>
        </small>
      )}
    </details>
  );
}
