import type { VNode } from 'preact';
import { entityTagOf } from '../../admin/http/precondition.js';
import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { ROLES } from '../../people/permissions/roles.js';
import { Card, FormCard, DetailsCard } from '../../pages/card.js';
import {
  ENTITY_TAG_FIELD,
  Check,
  Choice,
  FaultNotice,
  Form,
  Submit,
  type FormState,
} from '../../pages/form.js';
import { Time, YesNo } from '../../pages/values.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { Confirmation } from '../shell/confirmation.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { OPERATOR_WORDS } from './operator-words.js';
import { PeopleLinks, StateBadge } from './people-parts.js';

/** The page of an operator, below the home page. */
export function addressOf(name: string): string {
  return `operators/${encodeURIComponent(name)}`;
}

/** One operator. After a refusal it shows the operator as it is now. */
export function operatorPage(visit: Visit, operator: OperatorDto, state: FormState): Page {
  const words = OPERATOR_WORDS[visit.language];
  return {
    title: operator.name,
    status: state.fault?.status,
    content: (
      <>
        <PeopleLinks />
        <DoneNotice visit={visit} said={words.done} />
        {state.fault && <FaultNotice fault={state.fault} />}
        <Facts visit={visit} operator={operator} />
        {visit.caller.may('operators.edit') && (
          <div class="columns">
            <Settings visit={visit} operator={operator} />
            <Actions visit={visit} operator={operator} />
          </div>
        )}
      </>
    ),
  };
}

/** Asked before an operator is disabled. */
export function disablingQuestion(visit: Visit, operator: OperatorDto): Page {
  const words = OPERATOR_WORDS[visit.language];
  const page = visit.links.to(addressOf(operator.name));
  return {
    title: operator.name,
    content: (
      <Confirmation
        title={words.disable}
        warning={words.disableHint}
        action={`${page}/disable`}
        button={words.disable}
        back={page}
      />
    ),
  };
}

interface PartProps {
  readonly visit: Visit;
  readonly operator: OperatorDto;
}

function Facts({ visit, operator }: PartProps): VNode {
  const words = OPERATOR_WORDS[visit.language];
  const disabledAt = operator.disabled_at;
  return (
    <DetailsCard
      entries={[
        [words.state, <StateBadge state={operator.state} />],
        [words.role, CONSOLE_WORDS[visit.language].roles[operator.role]],
        [words.twoFactor, <YesNo value={operator.two_factor} />],
        [words.twoFactorRequired, <YesNo value={operator.two_factor_required} />],
        [words.created, <Time value={operator.created_at} />],
        disabledAt === null ? undefined : [words.disabledAt, <Time value={disabledAt} />],
      ]}
    />
  );
}

function Settings({ visit, operator }: PartProps): VNode {
  const words = OPERATOR_WORDS[visit.language];
  const { roles } = CONSOLE_WORDS[visit.language];
  return (
    <FormCard
      title={words.settings}
      to={addressOf(operator.name)}
      hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(operator) }}
      button={words.save}
    >
      <Choice
        name="role"
        label={words.role}
        value={operator.role}
        options={ROLES.map((role) => [role, roles[role]] as const)}
      />
      <Check
        name="two_factor_required"
        label={words.requireTwoFactor}
        isChecked={operator.two_factor_required}
      />
    </FormCard>
  );
}

function Actions({ visit, operator }: PartProps): VNode {
  const words = OPERATOR_WORDS[visit.language];
  const { state } = operator;
  const to = (action: string): string => visit.links.to(`${addressOf(operator.name)}/${action}`);
  return (
    <Card title={words.access}>
      {state === 'invited' && (
        <Form action={to('invite')} label={words.invite}>
          <p class="hint">{words.inviteHint}</p>
          <Submit kind="plain">{words.invite}</Submit>
        </Form>
      )}
      {state === 'active' && (
        <>
          <Form action={to('sign-out')} label={words.signOut}>
            <p class="hint">{words.signOutHint}</p>
            <Submit kind="plain">{words.signOut}</Submit>
          </Form>
          <Form action={to('reset')} label={words.reset}>
            <p class="hint">{words.resetHint}</p>
            <Submit kind="danger">{words.reset}</Submit>
          </Form>
        </>
      )}
      {state === 'disabled' ? (
        <Form action={to('enable')} label={words.enable}>
          <p class="hint">{words.enableHint}</p>
          <Submit>{words.enable}</Submit>
        </Form>
      ) : (
        <Form action={to('disable')} label={words.disable}>
          <p class="hint">{words.disableHint}</p>
          <Submit kind="danger">{words.disable}</Submit>
        </Form>
      )}
    </Card>
  );
}
