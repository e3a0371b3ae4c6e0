import type { GroupDto } from '../../operations/accounts/group.operations.js';
import { FormCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { Input, FaultNotice } from '../../pages/form.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import { groupRename } from '../../operations/accounts/group.operations.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { GroupRulesSection } from './group-rules.js';
import type { ShownGroup } from './group-reading.service.js';
import { ChangesLink } from '../shell/changes-link.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { useWords, wordsOf } from '../../pages/words.js';

type Refused = RefusedForm<string> | undefined;

/** A group: its accounts, what they see and pay, its name and its end. */
export function groupPage(visit: Visit, { group, rules }: ShownGroup, refused?: Refused): Page {
  const words = wordsOf(visit.language, 'group');
  const { caller } = visit;
  const said = { renamed: words.wasRenamed, priced: words.wasPriced, cleared: words.wasCleared };
  return {
    title: words.title({ name: group.name }),
    content: (
      <>
        <DoneNotice said={said} />
        {refused?.name === 'delete' && <FaultNotice fault={refused.state.fault} />}
        <LinkLine to="accounts" parameters={{ group_id: String(group.id) }}>
          {words.members}
        </LinkLine>
        <p class="hint">{words.membersHint}</p>
        {rules && <GroupRulesSection {...{ group, rules, refused }} />}
        {caller.may('accounts.edit') && (
          <div class="columns">
            <Rename group={group} refused={refused} />
            <Delete group={group} />
          </div>
        )}
        <ChangesLink target={`group ${group.id}`} />
        <LinkLine to="groups">{words.back}</LinkLine>
      </>
    ),
  };
}

function Rename({ group, refused }: { readonly group: GroupDto; readonly refused: Refused }) {
  const words = useWords('group');
  const state = stateOf(refused, 'rename');
  return (
    <FormCard
      title={words.rename}
      to={`groups/${group.id}/rename`}
      state={state}
      button={words.rename}
      {...formFor(groupRename, group)}
    >
      <Input name="name" label={words.name} />
    </FormCard>
  );
}

function Delete({ group }: { readonly group: GroupDto }) {
  const words = useWords('group');
  return (
    <FormCard
      title={words.delete}
      to={`groups/${group.id}/delete`}
      hint={words.deleteHint}
      button={words.delete}
      kind="danger"
    />
  );
}

/** Asked before a group is deleted. */
export function deletionQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'group');
  return { title: words.delete, warning: words.deleteHint };
}
