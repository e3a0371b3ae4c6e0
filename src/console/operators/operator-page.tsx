import { operatorSet, type OperatorDto } from '../../operations/people/operator.operations.js';
import { Card, FormCard, DetailsCard } from '../../pages/card.js';
import { Check, FaultNotice, Form, type FormFault } from '../../pages/form.js';
import { Time, YesNo } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PeopleLinks, RoleChoice, StateBadge } from './people-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The page of an operator, below the home page. */
export function addressOf(name: string): string {
  return `operators/${encodeURIComponent(name)}`;
}

/** One operator. After a refusal it shows the operator as it is now. */
export function operatorPage(visit: Visit, operator: OperatorDto, fault?: FormFault): Page {
  const words = wordsOf(visit.language, 'operator');
  return {
    title: operator.name,
    content: (
      <>
        <PeopleLinks />
        <DoneNotice said={words.done} />
        {fault && <FaultNotice fault={fault} />}
        <Facts operator={operator} />
        {visit.caller.may('operators.edit') && (
          <div class="columns">
            <Settings operator={operator} />
            <Actions operator={operator} />
          </div>
        )}
      </>
    ),
  };
}

interface PartProps {
  readonly operator: OperatorDto;
}

function Facts({ operator }: PartProps) {
  const words = useWords('operator');
  const disabledAt = operator.disabled_at;
  return (
    <DetailsCard
      entries={[
        [words.state, <StateBadge state={operator.state} />],
        [words.role, words.roles[operator.role]],
        [words.twoFactor, <YesNo value={operator.two_factor} />],
        [words.twoFactorRequired, <YesNo value={operator.two_factor_required} />],
        [words.created, <Time value={operator.created_at} />],
        disabledAt !== null && [words.disabledAt, <Time value={disabledAt} />],
      ]}
    />
  );
}

function Settings({ operator }: PartProps) {
  const words = useWords('operator');
  return (
    <FormCard
      title={words.settings}
      to={addressOf(operator.name)}
      button={words.save}
      {...formFor(operatorSet, operator)}
    >
      <RoleChoice />
      <Check name="two_factor_required" label={words.requireTwoFactor} />
    </FormCard>
  );
}

function Actions({ operator }: PartProps) {
  const words = useWords('operator');
  const { state } = operator;
  const to = (action: string): string => `${addressOf(operator.name)}/${action}`;
  return (
    <Card title={words.access}>
      {state === 'invited' && (
        <Form to={to('invite')} hint={words.inviteHint} button={words.invite} kind="plain" />
      )}
      {state === 'active' && (
        <>
          <Form to={to('sign-out')} hint={words.signOutHint} button={words.signOut} kind="plain" />
          <Form to={to('reset')} hint={words.resetHint} button={words.reset} kind="danger" />
        </>
      )}
      {state === 'disabled' ? (
        <Form to={to('enable')} hint={words.enableHint} button={words.enable} />
      ) : (
        <Form to={to('disable')} hint={words.disableHint} button={words.disable} kind="danger" />
      )}
    </Card>
  );
}
