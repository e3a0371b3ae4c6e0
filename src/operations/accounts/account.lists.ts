import { AccountService } from '../../account/account.service.js';
import type { Account } from '../../account/account.entity.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import { money } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter, TextField } from '../fields/fields.js';
import { allOrFound } from '../lists/all-or-found.js';
import { list } from '../lists/list.js';
import { ListQuery, numberOf } from '../lists/page.js';
import { reading } from '../reading.js';
import { ACCOUNT_SHAPE } from './account.operations.js';

export class AccountQuery extends ListQuery {
  @IdParameter({ flag: 'group', description: 'Only accounts of this group.' })
  group_id?: string;

  @TextField({
    max: 200,
    min: 1,
    optional: true,
    description:
      'Only accounts whose name, addresses and tags have a word that begins with each of these words, in any letter case. ' +
      'A page before the end may have few accounts, or none.',
  })
  text?: string;
}

const { id, name, email, group_id, credit_limit, ...settings } = ACCOUNT_SHAPE.fields;

/** An account of a list, with its balance. */
export const LISTED_ACCOUNT = shapeOf<Account>()('ListedAccountDto', {
  ...{ id, name, email, group_id },
  balance: money.orNull({
    permission: 'balance.read',
    example: '100',
    description: 'USD; null without the permission `balance.read`.',
  }),
  credit_limit,
  ...settings,
});
export type ListedAccountDto = ShownBy<typeof LISTED_ACCOUNT>;

export const accountList = list({
  name: 'account list',
  operationId: 'accounts',
  summary:
    'the accounts with their balances, by id, or those of a search by the word that was found',
  permission: 'accounts.read',
  route: 'GET accounts',
  query: AccountQuery,
  item: LISTED_ACCOUNT,
  page: ({ services, query }) => {
    const groupId = numberOf(query.group_id);
    return allOrFound('accounts', query, {
      all: (after, limit) => services(AccountService).page(after, limit, groupId),
      found: (text, ...part) => services(AccountSearch).page({ text, groupId }, ...part),
    });
  },
});

export const accountShow = reading({
  name: 'account show',
  operationId: 'account',
  summary: 'one account with its settings',
  permission: 'accounts.read',
  route: 'GET accounts/:id',
  of: 'account',
  shape: ACCOUNT_SHAPE,
  read: ({ services, id: accountId }) => services(AccountService).get(accountId),
});
