import { groupRename, type GroupDto } from '../../operations/accounts/group.operations.js';
import { FormCard, FormDisclosure, DangerZone, ThingHead } from '../../pages/card.js';
import { Picker } from '../../pages/picker.js';
import { Table } from '../../pages/table.js';
import { ButtonLink, LinkLine } from '../../pages/text-links.js';
import { Input, FaultNotice } from '../../pages/form.js';
import { accountColumns } from '../accounts/account-parts.js';
import { PriceOfRule } from '../catalog/rule-columns.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { DoneNotice } from '../shell/done-notice.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { GroupRulesSection } from './group-rules.js';
import type { ShownGroup } from './group-reading.service.js';
import { ChangesLink } from '../shell/changes-link.js';
import { useWords, wordsOf } from '../../pages/words.js';

type Refused = RefusedForm<string> | undefined;

/** A group: its accounts, what they see and pay, its name and its end. */
export function groupPage(visit: Visit, shown: ShownGroup, refused?: Refused): Page {
  const { group, members, rules } = shown;
  const words = wordsOf(visit.language, 'group');
  const mayEdit = visit.caller.may('accounts.edit');
  const { wasRenamed: renamed, wasAdded: added, wasPriced: priced, wasCleared: cleared } = words;
  return {
    title: words.title({ name: group.name }),
    content: (
      <>
        <DoneNotice said={{ renamed, added, priced, cleared }} />
        {refused?.name === 'delete' && <FaultNotice fault={refused.state.fault} />}
        <Head shown={shown} />
        <section>
          <h2>{words.members}</h2>
          <Table
            label={words.members}
            columns={accountColumns(visit)}
            rows={members.items}
            whenEmpty={words.noMembers}
          />
          {mayEdit && <AddAccount group={group} refused={refused} />}
        </section>
        {rules && <GroupRulesSection {...{ group, rules, refused }} />}
        {mayEdit && <Rename group={group} refused={refused} />}
        <ChangesLink target={`group ${group.id}`} />
        <LinkLine to="groups">{words.back}</LinkLine>
        {mayEdit && <Danger group={group} />}
      </>
    ),
  };
}

/** What matters most: how many buy by it, and at which price. */
function Head({ shown: { group, members, rules } }: { readonly shown: ShownGroup }) {
  const { formats } = useVisit();
  const words = useWords('group');
  const { items, next } = members;
  const whole = rules?.wholeCatalog;
  return (
    <ThingHead
      facts={[
        rules && {
          title: words.wholePrice,
          value: whole ? <PriceOfRule {...whole} /> : '—',
          more: rules.prices.items.length === 0 && words.noPrices,
        },
        {
          title: words.members,
          value: `${formats.count(items.length)}${next === null ? '' : '+'}`,
        },
      ]}
      actions={
        <>
          <ButtonLink to="accounts" parameters={{ group_id: String(group.id) }}>
            {words.allMembers}
          </ButtonLink>
          {rules && <ButtonLink to="catalog">{words.toCatalog}</ButtonLink>}
        </>
      }
    />
  );
}

function AddAccount({ group, refused }: { readonly group: GroupDto; readonly refused: Refused }) {
  const words = useWords('group');
  return (
    <FormDisclosure
      title={words.addAccount}
      to={`groups/${group.id}/accounts`}
      state={stateOf(refused, 'accounts')}
      hint={words.membersHint}
      button={words.addAccount}
    >
      <Picker name="account_id" label={useWords('ruleForm').account} />
    </FormDisclosure>
  );
}

function Rename({ group, refused }: { readonly group: GroupDto; readonly refused: Refused }) {
  const words = useWords('group');
  return (
    <FormCard
      title={words.rename}
      to={`groups/${group.id}/rename`}
      state={stateOf(refused, 'rename')}
      button={words.rename}
      {...formFor(groupRename, group)}
    >
      <Input name="name" label={words.name} />
    </FormCard>
  );
}

function Danger({ group }: { readonly group: GroupDto }) {
  const words = useWords('group');
  return (
    <DangerZone>
      <FormCard
        title={words.delete}
        to={`groups/${group.id}/delete`}
        hint={words.deleteHint}
        button={words.delete}
        kind="danger"
      />
    </DangerZone>
  );
}
