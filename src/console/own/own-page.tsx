import type { ChosenConventions } from '../../people/conventions/conventions.repository.js';
import type { Operator } from '../../people/operators/operators.repository.js';
import type { ListedSession } from '../../people/sessions/sessions.repository.js';
import type { OfferedSecret } from '../../people/two-factor/two-factor.service.js';
import { Card, FormCard } from '../../pages/card.js';
import { FaultNotice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { ButtonLink } from '../../pages/text-links.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { OwnConventionsForm } from '../conventions/convention-cards.js';
import { CodeInput, Offer } from '../sign-in/second-factor-pages.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What an operator sees of itself. */
interface OwnFacts {
  readonly operator: Operator;
  readonly sessions: readonly ListedSession[];
  readonly conventions: ChosenConventions;
}

/** Forms of the page that were refused. */
export type OwnForms = Readonly<
  Partial<Record<'password' | 'factor' | 'session' | 'conventions', FormState>>
>;

/** The password, the second factor and the sessions of the operator who has signed in. */
export function ownPage(
  visit: Visit,
  { operator, sessions, conventions: chosen }: OwnFacts,
  forms: OwnForms = {},
): Page {
  const words = wordsOf(visit.language, 'own');
  const said = {
    password: words.passwordChanged,
    'factor-off': words.factorIsOff,
    session: words.sessionEnded,
    conventions: wordsOf(visit.language, 'conventions').saved,
  };
  const [{ fault } = {}] = Object.values(forms);
  return {
    title: words.own,
    status: fault?.status,
    content: (
      <>
        <DoneNotice said={said} />
        <div class="columns">
          <Password state={forms.password} />
          <SecondFactor operator={operator} state={forms.factor} />
          <OwnConventionsForm chosen={chosen} state={forms.conventions} />
        </div>
        <section>
          <h2>{words.sessions}</h2>
          <p class="hint">{words.sessionsHint}</p>
          {forms.session?.fault && <FaultNotice fault={forms.session.fault} />}
          <Sessions sessions={sessions} />
        </section>
      </>
    ),
  };
}

interface PartProps {
  readonly state: FormState | undefined;
}

/** Asked for once more before what matters most. */
export function PresentPassword() {
  const { present } = useWords('own');
  return <Input name="present" type="password" label={present} autocomplete="current-password" />;
}

function Password({ state }: PartProps) {
  const words = useWords('own');
  const { password, passwordHint, repeat } = useWords('signIn');
  const secret = { type: 'password', state, autocomplete: 'new-password' } as const;
  return (
    <FormCard title={password} to="own/password" state={state} button={words.changePassword}>
      <PresentPassword />
      <Input {...secret} name="password" label={words.next} hint={passwordHint} />
      <Input {...secret} name="repeat" label={repeat} />
      <p class="hint">{words.othersEnd}</p>
    </FormCard>
  );
}

function SecondFactor({ operator, state }: PartProps & { readonly operator: Operator }) {
  const words = useWords('own');
  const { twoFactor: codeTitle } = useWords('signIn');
  const { twoFactor, twoFactorRequired } = operator;
  return (
    <Card title={codeTitle}>
      <p>
        <Badge kind={twoFactor ? 'good' : 'open'}>{twoFactor ? words.isOn : words.isOff}</Badge>
      </p>
      {!twoFactor && (
        <Form to="own/two-factor" state={state} label={codeTitle} button={words.turnOn}>
          <PresentPassword />
        </Form>
      )}
      {twoFactor && twoFactorRequired && (
        <>
          {state?.fault && <FaultNotice fault={state.fault} />}
          <p>{words.isRequired}</p>
        </>
      )}
      {twoFactor && !twoFactorRequired && (
        <Form
          to="own/two-factor/off"
          state={state}
          label={codeTitle}
          hint={words.newCodes}
          button={words.turnOff}
          kind="danger"
        >
          <CodeInput />
        </Form>
      )}
    </Card>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const { session } = useVisit();
  const words = useWords('own');
  return (
    <Table
      label={words.sessions}
      columns={[
        [words.device, ({ device }) => <Text>{device}</Text>],
        [words.address, ({ address }) => address && <Code>{address}</Code>, 'words'],
        [words.begun, ({ createdAt }) => <Time value={createdAt} />],
        [words.lastSeen, ({ lastSeenAt }) => <Time value={lastSeenAt} />],
        [
          words.end,
          ({ id }) =>
            id === session.sessionId ? (
              <Badge kind="good">{words.thisOne}</Badge>
            ) : (
              <Form to={`own/sessions/${id}/end`} class="inline" button={words.end} kind="plain" />
            ),
        ],
      ]}
      rows={sessions}
    />
  );
}

/**
 * The key for an authenticator, and the form for its first code.
 * @param offered undefined after a wrong code, when the authenticator has the key already.
 */
export function ownFactorPage(
  { language }: Visit,
  offered: OfferedSecret | undefined,
  state: FormState,
): Page {
  const words = wordsOf(language, 'signIn');
  return {
    title: words.enrolTitle,
    status: state.fault?.status,
    content: (
      <>
        {offered && <Offer offered={offered} />}
        <Form to="own/two-factor/confirm" state={state} label={words.twoFactor}>
          <CodeInput hint={words.appCodeHint} />
          <div class="actions">
            <Submit>{words.confirm}</Submit>
            <ButtonLink to="own">{wordsOf(language, 'own').back}</ButtonLink>
          </div>
        </Form>
      </>
    ),
  };
}
