import type { VNode } from 'preact';
import type { Operator } from '../../people/operators/operators.repository.js';
import type { ListedSession } from '../../people/sessions/sessions.repository.js';
import type { OfferedSecret } from '../../people/two-factor/two-factor.service.js';
import { Card, FormCard } from '../../pages/card.js';
import { FaultNotice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { CodeInput, Offer } from '../sign-in/second-factor.js';
import { SIGN_IN_WORDS } from '../sign-in/sign-in-words.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { OwnFacts } from './own-account.service.js';
import { OWN_WORDS } from './own-words.js';

/** Forms of the page that were refused. */
interface OwnForms {
  readonly password?: FormState;
  readonly factor?: FormState;
  readonly session?: FormState;
}

/** The password, the second factor and the sessions of the operator who has signed in. */
export function ownPage(
  visit: Visit,
  { operator, sessions }: OwnFacts,
  forms: OwnForms = {},
): Page {
  const { language } = visit;
  const words = OWN_WORDS[language];
  const said = {
    password: words.passwordChanged,
    'factor-off': words.factorIsOff,
    session: words.sessionEnded,
  };
  const { fault } = forms.password ?? forms.factor ?? forms.session ?? {};
  return {
    title: CONSOLE_WORDS[language].own,
    status: fault?.status,
    content: (
      <>
        <DoneNotice visit={visit} said={said} />
        <div class="columns">
          <Password visit={visit} state={forms.password} />
          <SecondFactor visit={visit} operator={operator} state={forms.factor} />
        </div>
        <section>
          <h2>{words.sessions}</h2>
          <p class="hint">{words.sessionsHint}</p>
          {forms.session?.fault && <FaultNotice fault={forms.session.fault} />}
          <Sessions visit={visit} sessions={sessions} />
        </section>
      </>
    ),
  };
}

interface PartProps {
  readonly visit: Visit;
  readonly state: FormState | undefined;
}

function Password({ visit, state }: PartProps): VNode {
  const words = OWN_WORDS[visit.language];
  const { password, passwordHint, repeat } = SIGN_IN_WORDS[visit.language];
  const secret = { type: 'password', state, autocomplete: 'new-password' } as const;
  return (
    <FormCard title={password} to="own/password" state={state} button={words.changePassword}>
      <Input {...secret} name="present" label={words.present} autocomplete="current-password" />
      <Input {...secret} name="password" label={words.next} hint={passwordHint} />
      <Input {...secret} name="repeat" label={repeat} />
      <p class="hint">{words.othersEnd}</p>
    </FormCard>
  );
}

function SecondFactor({
  visit,
  operator,
  state,
}: PartProps & { readonly operator: Operator }): VNode {
  const words = OWN_WORDS[visit.language];
  const { twoFactor: codeTitle } = SIGN_IN_WORDS[visit.language];
  const { twoFactor, twoFactorRequired } = operator;
  return (
    <Card title={codeTitle}>
      <p>
        <Badge kind={twoFactor ? 'good' : 'open'}>{twoFactor ? words.isOn : words.isOff}</Badge>
      </p>
      {!twoFactor && (
        <Form to="own/two-factor" state={state} label={codeTitle} button={words.turnOn}>
          <Input
            name="present"
            type="password"
            label={words.present}
            autocomplete="current-password"
          />
        </Form>
      )}
      {twoFactor && twoFactorRequired && (
        <>
          {state?.fault && <FaultNotice fault={state.fault} />}
          <p>{words.isRequired}</p>
        </>
      )}
      {twoFactor && !twoFactorRequired && (
        <Form to="own/two-factor/off" state={state} label={codeTitle}>
          <p class="hint">{words.newCodes}</p>
          <CodeInput />
          <Submit kind="danger">{words.turnOff}</Submit>
        </Form>
      )}
    </Card>
  );
}

interface SessionsProps {
  readonly visit: Visit;
  readonly sessions: readonly ListedSession[];
}

function Sessions({ visit, sessions }: SessionsProps): VNode {
  const words = OWN_WORDS[visit.language];
  return (
    <Table
      label={words.sessions}
      columns={[
        { title: words.device, cell: ({ device }) => <Text>{device}</Text> },
        {
          title: words.address,
          cell: ({ address }) => address && <Code>{address}</Code>,
          keepsWords: true,
        },
        { title: words.begun, cell: ({ createdAt }) => <Time value={createdAt} /> },
        { title: words.lastSeen, cell: ({ lastSeenAt }) => <Time value={lastSeenAt} /> },
        {
          title: words.end,
          cell: ({ id }) =>
            id === visit.session.sessionId ? (
              <Badge kind="good">{words.thisOne}</Badge>
            ) : (
              <Form to={`own/sessions/${id}/end`} class="inline" button={words.end} kind="plain" />
            ),
        },
      ]}
      rows={sessions}
      keyOf={({ id }) => id}
    />
  );
}

/**
 * The key for an authenticator, and the form for its first code.
 * @param offered undefined after a wrong code, when the authenticator has the key already.
 */
export function ownFactorPage(
  { language, links }: Visit,
  offered: OfferedSecret | undefined,
  state: FormState,
): Page {
  const words = SIGN_IN_WORDS[language];
  return {
    title: words.enrolTitle,
    status: state.fault?.status,
    content: (
      <>
        {offered && <Offer offered={offered} />}
        <Form to="own/two-factor/confirm" state={state} label={words.twoFactor}>
          <CodeInput />
          <div class="actions">
            <Submit>{words.confirm}</Submit>
            <a class="button" href={links.to('own')}>
              {OWN_WORDS[language].back}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}
