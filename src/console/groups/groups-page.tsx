import { groupCreate, type GroupDto } from '../../operations/accounts/group.operations.js';
import type { groupList } from '../../operations/accounts/group.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { FormCard } from '../../pages/card.js';
import { PageLink, TextLink } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Code } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks, sortingOf } from '../shell/list-links.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The groups of accounts, and a form for a new one. */
export function groupsPage(visit: Visit, found: PageOf<typeof groupList>, state?: FormState): Page {
  const words = wordsOf(visit.language, 'account');
  const { hint, wasDeleted: deleted } = wordsOf(visit.language, 'group');
  return {
    title: words.groups,
    content: (
      <>
        <DoneNotice said={{ created: words.groupWasCreated, deleted }} />
        <p class="hint">{hint}</p>
        <Table
          label={words.groups}
          columns={columnsFor(visit)}
          rows={found.items}
          whenEmpty={words.noGroups}
          sorting={sortingOf(visit, 'groups', found)}
        />
        <ListLinks path="groups" next={found.next} />
        {visit.caller.may('accounts.edit') && <NewGroup state={state} />}
      </>
    ),
  };
}

function columnsFor({ language }: Visit): Column<GroupDto>[] {
  const words = wordsOf(language, 'account');
  return [
    [words.name, ({ id, name }) => <TextLink to={`groups/${id}`}>{name}</TextLink>, { by: 'name' }],
    [words.id, ({ id }) => <Code>{id}</Code>, { by: 'id' }],
    [
      words.members,
      ({ id }) => (
        <PageLink to="accounts" parameters={{ group_id: String(id) }}>
          {words.members}
        </PageLink>
      ),
    ],
  ];
}

function NewGroup({ state }: { readonly state: FormState | undefined }) {
  const words = useWords('account');
  return (
    <FormCard
      title={words.createGroup}
      to="groups"
      state={state}
      button={words.createGroupButton}
      {...formFor(groupCreate)}
    >
      <Input name="name" label={words.name} />
    </FormCard>
  );
}
