import type { Account } from '../../account/account.entity.js';
import { AccountService } from '../../account/account.service.js';
import { numericText } from '../../common/decimal.js';
import {
  accountCreate,
  accountResume,
  accountResumeOrders,
  accountSet,
  AccountSettingsDto,
  accountSuspend,
  type AccountDto,
} from '../../operations/accounts/account.operations.js';
import { idArgument, type AddOwnCommands, type OpenShop } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';
import type { Row } from '../context/terminal.js';

/** A setting that is that of the server. */
const DEFAULT = 'default';

const WHY_ORDERS = `
Prefer --orders: many programs take a 122 from "check" for a lost order, and pay their customer back
although it is delivered later. Without it, all requests of the account are refused.`;

export const addAccountCommands: AddOwnCommands = (account, context) => {
  const { terminal, readShop } = context;
  const show = async (answer: object, shop: OpenShop): Promise<void> => {
    terminal.item(await shownAccount(shop, answer));
  };
  addOperation(account, context, accountCreate, {
    ...{ arguments: ['name'], show },
    description: 'make an account; give it a token with "souk token issue"',
  });

  account
    .command('list')
    .description('all accounts, with their balances')
    .action(() =>
      readShop(async (shop) => {
        const accounts = await shop.get(AccountService).list();
        terminal.list(
          accounts.map(accountRow),
          'There is no account yet; see "souk account create".',
        );
      }),
    );

  account
    .command('show')
    .argument('<account>', 'account id', idArgument)
    .description('one account with its settings')
    .action((id: number) =>
      readShop(async (shop) => {
        terminal.item(accountRow(await shop.get(AccountService).get(id)));
      }),
    );

  addOperation(account, context, { ...accountSet, input: AccountSettingsDto }, { show });
  addOperation(account, context, accountSuspend, { show }).addHelpText('after', WHY_ORDERS);
  addOperation(account, context, accountResume, { show });
  addOperation(account, context, accountResumeOrders, { show, part: 'whole' });
};

/** An account as commands show it, with its balance. */
export async function shownAccount(shop: OpenShop, answer: object): Promise<Row> {
  return accountRow(await shop.get(AccountService).get((answer as AccountDto).id));
}

export function accountRow(account: Account): Row {
  return {
    id: account.id,
    api: account.apiPermitted ? 'on' : 'suspended',
    orders: ordersText(account),
    balance: numericText(account.balance),
    credit_limit: numericText(account.creditLimit),
    group_id: account.groupId,
    show_unavailable: account.showUnavailable,
    testing: account.testing,
    error_http_status: account.errorHttpStatus ?? DEFAULT,
    order_uuid: account.orderUuidMode ?? DEFAULT,
    requests_per_minute: account.requestsPerMinute ?? DEFAULT,
    orders_per_minute: account.ordersPerMinute ?? DEFAULT,
    email: account.email,
    name: account.name,
  };
}

function ordersText({ ordersHaltedReason, ordersSuspended }: Account): string {
  if (ordersHaltedReason !== null) return `stopped: ${ordersHaltedReason}`;
  return ordersSuspended ? 'suspended' : 'open';
}
