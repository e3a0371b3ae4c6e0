import type { accountList } from '../../operations/accounts/account.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { LinkLine } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table } from '../../pages/table.js';
import { FilterForm } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Names, ThingNames } from '../shell/thing-naming.service.js';
import { TokenQuestion } from '../token-question/token-question.js';
import { accountCreate } from '../../operations/accounts/account.operations.js';
import { FormDisclosure, Disclosure } from '../../pages/card.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { accountColumns } from './account-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The accounts that were asked for. */
export interface FoundAccounts extends PageOf<typeof accountList> {
  readonly names: ThingNames;
}

/** The forms of the page. */
interface AccountForms {
  readonly search: FormState;
  readonly create?: FormState;
  /** True if a token was typed into the search. */
  readonly hasToken?: boolean;
}

/** The accounts, a search for them, and a form for a new one. */
export function accountsPage(visit: Visit, found: FoundAccounts, forms: AccountForms): Page {
  const { language } = visit;
  const words = wordsOf(language, 'account');
  return {
    title: words.accounts,
    // A token that was typed is not kept as a filter.
    content: (
      <>
        <Search state={forms.search} groups={found.names.groups} />
        {forms.hasToken && (
          <Notice kind="plain">{wordsOf(language, 'token').looksLikeToken}</Notice>
        )}
        <Table
          label={words.accounts}
          columns={accountColumns(visit, found.names.groups)}
          rows={found.items}
          whenEmpty={words.none}
        />
        <ListLinks path="accounts" values={forms.search.values} next={found.next} />
        <LinkLine to="groups">{words.groups}</LinkLine>
        {visit.caller.may('tokens.read') && (
          <Disclosure title={wordsOf(language, 'token').whose} isOpen={forms.hasToken === true}>
            <TokenQuestion />
          </Disclosure>
        )}
        {visit.caller.may('accounts.edit') && <NewAccount state={forms.create} />}
      </>
    ),
  };
}

function Search({ state, groups }: { readonly state: FormState; readonly groups: Names }) {
  const words = useWords('account');
  const group = groups.get(Number(state.values?.group_id));
  return (
    <FilterForm
      {...{ to: 'accounts', label: words.search, state }}
      filters={[
        { name: 'text', label: words.search, hint: words.searchHint, as: 'search' },
        { name: 'group_id', label: words.group, as: 'given', told: group },
      ]}
    />
  );
}

function NewAccount({ state }: { readonly state?: FormState | undefined }) {
  const words = useWords('account');
  return (
    <FormDisclosure
      title={words.create}
      to="accounts"
      state={state}
      button={words.createButton}
      {...formFor(accountCreate)}
    >
      <Input name="name" label={words.name} />
      <Input name="email" label={words.email} />
    </FormDisclosure>
  );
}
