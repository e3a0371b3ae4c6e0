import { AccountService } from '../../account/account.service.js';
import { reading } from '../../operations/reading.js';
import {
  accountList,
  accountShow,
  LISTED_ACCOUNT,
} from '../../operations/accounts/account.lists.js';
import {
  accountCreate,
  accountResume,
  accountResumeOrders,
  accountSet,
  AccountSettingsDto,
  accountSuspend,
} from '../../operations/accounts/account.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList, addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

const WHY_ORDERS = `
Prefer --orders: many programs take a 122 from "check" for a lost order, and pay their customer back
although it is delivered later. Without it, all requests of the account are refused.`;

/** Of the table; `--json` and `--csv` have all. */
const COLUMNS = [
  ...['id', 'balance', 'credit_limit', 'group_id', 'api_permitted', 'orders_suspended'],
  ...['orders_halted', 'testing', 'email', 'name'],
];

/** Who is at the terminal may read the balance. */
const shownWithBalance = reading({
  ...accountShow,
  shape: LISTED_ACCOUNT,
  read: ({ services, id }) => services(AccountService).get(id),
});

export const addAccountCommands: AddOwnCommands = (account, context) => {
  addOperation(account, context, accountCreate, {
    arguments: ['name'],
    description: 'make an account; give it a token with "souk token issue"',
  });
  addList(account, context, accountList, {
    whenEmpty: 'There is no account yet; see "souk account create".',
    description: 'all accounts, with their balances',
    columns: COLUMNS,
  });
  addReading(account, context, shownWithBalance);
  addOperation(account, context, { ...accountSet, input: AccountSettingsDto });
  addOperation(account, context, accountSuspend).addHelpText('after', WHY_ORDERS);
  addOperation(account, context, accountResume);
  addOperation(account, context, accountResumeOrders, { part: 'whole' });
};
