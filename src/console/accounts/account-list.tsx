import type { ComponentChildren } from 'preact';
import type { FormState } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PartLinks, type AccountList } from './account-frame.js';

interface ListOfAccount {
  readonly list: AccountList;
  readonly title: string;
  /** The form of its filter. */
  readonly state: FormState;
  readonly content: ComponentChildren;
}

/** A list of the shop, with the links to the pages of the account that it is filtered by. */
export function accountList(visit: Visit, { list, title, ...page }: ListOfAccount): Page {
  const account = page.state.picked?.account_id;
  const one = account?.kind === 'one' && visit.caller.may('accounts.read') ? account : undefined;
  return {
    title: one ? `${title} · ${isolated(one.name)}` : title,
    part: one ? 'accounts' : 'orders',
    status: page.state.fault?.status,
    content: (
      <>
        {one && <PartLinks id={one.id} part={list} />}
        {page.content}
      </>
    ),
  };
}
