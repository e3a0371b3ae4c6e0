import type { VNode } from 'preact';
import type { GroupDto } from '../../operations/accounts/group.operations.js';
import { FormCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultNotice, Submit } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { Confirmation } from '../shell/confirmation.js';
import { DoneNotice } from '../shell/done-notice.js';
import { NewGroupDto } from '../../operations/accounts/group.operations.js';
import { OperationFields } from '../operations/operation-fields.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { GroupRulesSection } from './group-rules.js';
import type { ShownGroup } from './group-reading.service.js';
import { ChangesLink } from '../shell/changes-link.js';
import { GROUP_WORDS } from './group-words.js';

type Refused = RefusedForm<string> | undefined;

/** A group: its accounts, what they see and pay, its name and its end. */
export function groupPage(visit: Visit, { group, rules }: ShownGroup, refused?: Refused): Page {
  const words = GROUP_WORDS[visit.language];
  const { caller, links } = visit;
  const said = { renamed: words.wasRenamed, priced: words.wasPriced, cleared: words.wasCleared };
  return {
    title: words.title(isolated(group.name)),
    status: refused?.state.fault.status,
    content: (
      <>
        <DoneNotice visit={visit} said={said} />
        {refused?.name === 'delete' && <FaultNotice fault={refused.state.fault} />}
        <p>
          <a href={links.to('accounts', { group_id: String(group.id) })}>{words.members}</a>
        </p>
        <p class="hint">{words.membersHint}</p>
        {rules && <GroupRulesSection {...{ visit, group, rules, refused }} />}
        {caller.may('accounts.edit') && (
          <div class="columns">
            <Rename visit={visit} group={group} refused={refused} />
            <Delete visit={visit} group={group} />
          </div>
        )}
        <ChangesLink visit={visit} target={`group ${group.id}`} />
        <LinkLine to="groups">{words.back}</LinkLine>
      </>
    ),
  };
}

interface GroupProps {
  readonly visit: Visit;
  readonly group: GroupDto;
}

function Rename({ visit, group, refused }: GroupProps & { readonly refused: Refused }): VNode {
  const words = GROUP_WORDS[visit.language];
  const state = stateOf(refused, 'rename');
  return (
    <FormCard title={words.rename} to={`groups/${group.id}/rename`} state={state}>
      <OperationFields
        input={NewGroupDto}
        labels={{ name: words.name }}
        values={{ name: group.name }}
        state={state}
      />
      <Submit>{words.rename}</Submit>
    </FormCard>
  );
}

function Delete({ visit, group }: GroupProps): VNode {
  const words = GROUP_WORDS[visit.language];
  return (
    <FormCard title={words.delete} to={`groups/${group.id}/delete`}>
      <p class="hint">{words.deleteHint}</p>
      <Submit kind="danger">{words.delete}</Submit>
    </FormCard>
  );
}

/** Asked before a group is deleted. */
export function deletionQuestion(visit: Visit, group: GroupDto): Page {
  const words = GROUP_WORDS[visit.language];
  return {
    title: words.title(isolated(group.name)),
    content: (
      <Confirmation
        title={words.delete}
        warning={words.deleteHint}
        action={visit.links.to(`groups/${group.id}/delete`)}
        button={words.delete}
        back={visit.links.to(`groups/${group.id}`)}
      />
    ),
  };
}
