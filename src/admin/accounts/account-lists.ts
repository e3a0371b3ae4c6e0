import type { AccessTokenService } from '../../account/access/access-token.service.js';
import type { Account } from '../../account/account.entity.js';
import type { AccountService } from '../../account/account.service.js';
import type { AccountSearch } from '../../account/search/account-search.service.js';
import type { AccountPlace } from '../../account/search/account-words.repository.js';
import { isStorableText } from '../../common/text.js';
import type { ListFile } from '../http/list-files.js';
import {
  cursorOf,
  idKey,
  keyAfter,
  limitOf,
  pageOf,
  type ItemsPage,
  type PagedList,
  type PageQuery,
} from '../http/page.js';
import { listedTokenShape } from './account-access.shapes.js';
import type { ListedAccountTokenDto } from './account-access.dto.js';
import { listedAccountShape } from './account-shapes.js';
import type { AccountQuery, ListedAccountDto } from './accounts.dto.js';
import type { GroupDto } from '../../operations/accounts/group.operations.js';

const keyOf = ({ id }: { readonly id: number }): string[] => [String(id)];

export const ACCOUNTS_FILE: ListFile = {
  permission: 'accounts.read',
  columns: {
    id: 'plain',
    name: 'text',
    email: 'text',
    group_id: 'plain',
    balance: 'plain',
    credit_limit: 'plain',
    api_permitted: 'plain',
    orders_suspended: 'plain',
    orders_halted: 'text',
    show_unavailable: 'plain',
    testing: 'plain',
    error_http_status: 'text',
    order_uuid: 'text',
    requests_per_minute: 'plain',
    orders_per_minute: 'plain',
    created_at: 'plain',
  },
};

/** What reads the accounts: all of a group or the shop by id, or those of a search. */
export interface ReadAccounts {
  readonly accounts: AccountService;
  readonly search: AccountSearch;
}

/** The accounts that a search has found. */
const FOUND = {
  name: 'found accounts',
  parseKey: ([sought = '', word = '', id = '']: readonly string[]): AccountPlace | undefined => {
    const accountId = idKey([id]);
    const isPlace = accountId !== undefined && isStorableText(sought) && isStorableText(word);
    return isPlace ? { sought, word, accountId } : undefined;
  },
};

/** A page of the accounts: by id, or in the order of a search. @param showsBalances false hides the balances. */
export async function accountPage(
  { accounts, search }: ReadAccounts,
  query: AccountQuery,
  showsBalances: boolean,
): Promise<ItemsPage<ListedAccountDto>> {
  const { group_id: group, text } = query;
  const groupId = group === undefined ? undefined : Number(group);
  const shape = (account: Account) => listedAccountShape(account, showsBalances);
  if (text === undefined) {
    const read = (after = 0, limit: number) => accounts.page(after, limit, groupId);
    return pageOf({ name: 'accounts', read, keyOf, parseKey: idKey }, query, shape);
  }
  const after = keyAfter(FOUND, query.cursor);
  const { items, next } = await search.page({ text, groupId }, after, limitOf(query.limit));
  const cursor = next && cursorOf(FOUND.name, [next.sought, next.word, String(next.accountId)]);
  return { items: items.map(shape), next: cursor };
}

export const GROUPS_FILE: ListFile = {
  permission: 'accounts.read',
  columns: {
    id: 'plain',
    name: 'text',
  },
};

/** A page of the groups, by id. */
export function groupPage(
  accounts: AccountService,
  query: PageQuery,
): Promise<ItemsPage<GroupDto>> {
  const read = (after = 0, limit: number) => accounts.groupPage(after, limit);
  const list: PagedList<GroupDto, number> = { name: 'groups', read, keyOf, parseKey: idKey };
  return pageOf(list, query, ({ id, name }: GroupDto) => ({ id, name }));
}

export const TOKENS_FILE: ListFile = {
  permission: 'tokens.read',
  columns: {
    id: 'plain',
    account_id: 'plain',
    label: 'text',
    scopes: 'json',
    allowed_ips: 'json',
    daily_cap: 'plain',
    family_id: 'plain',
    pending: 'plain',
    created_at: 'plain',
    expires_at: 'plain',
    revoked_at: 'plain',
    last_used_at: 'plain',
    last_used_from: 'plain',
  },
};

/** A page of the tokens of an account, by id. */
export function accountTokenPage(
  tokens: AccessTokenService,
  accountId: number,
  query: PageQuery,
): Promise<ItemsPage<ListedAccountTokenDto>> {
  const read = (after = 0, limit: number) => tokens.page(accountId, after, limit);
  const list = { name: `tokens of ${accountId}`, read, keyOf, parseKey: idKey };
  return pageOf(list, query, listedTokenShape);
}
