import { InvalidArgumentError, Option } from 'commander';
import type { ClosedPart } from '../../../account/closed-part.js';
import type { Account } from '../../../account/account.entity.js';
import { AccountService, type AccountSettings } from '../../../account/account.service.js';
import { accountNameOf, creditLimitOf, MAX_A_MINUTE } from '../../../account/account-settings.js';
import { OperatorError } from '../../../common/app-error.js';
import { numericText } from '../../../common/decimal.js';
import { ERROR_STATUS_MODES, type ErrorStatusMode } from '../../../common/http/souk-request.js';
import { ORDER_UUID_MODES, type OrderUuidMode } from '../../../config/variables.js';
import {
  idArgument,
  switchArgument,
  type AddCommands,
  type OpenShop,
} from '../../command-context.js';
import { noteChange, noteChanged } from '../../noted-change.js';
import type { Row } from '../../terminal.js';

/** Resets a setting to the default of the server. */
const DEFAULT = 'default';

interface SetOptions {
  readonly name?: string;
  readonly email?: string;
  readonly showUnavailable?: boolean;
  readonly testing?: boolean;
  readonly errorHttpStatus?: ErrorStatusMode | typeof DEFAULT;
  readonly orderUuid?: OrderUuidMode | typeof DEFAULT;
  readonly creditLimit?: string;
  readonly requestsPerMinute?: number | typeof DEFAULT;
  readonly ordersPerMinute?: number | typeof DEFAULT;
}

const WHY_ORDERS = `
Prefer --orders: many programs take a 122 from "check" for a lost order, and pay their customer back
although it is delivered later. Without it, all requests of the account are refused.`;

export const addAccountCommands: AddCommands = (account, { terminal, readShop, withShop }) => {
  account
    .command('create <name>')
    .description('make an account; give it a token with "souk token issue"')
    .option('--email <address>')
    .action((name: string, { email }: { email?: string }) =>
      withShop(async (shop) => {
        const settings = { name: accountNameOf(name), ...(email !== undefined && { email }) };
        const row = accountRow(await shop.get(AccountService).create(settings));
        noteChanged(shop, null, row);
        terminal.item(row);
      }),
    );

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

  account
    .command('set')
    .argument('<account>', 'account id', idArgument)
    .description("change an account's settings")
    .option('--name <name>')
    .option('--email <address>')
    .option('--show-unavailable <on|off>', 'list products that are off for now', switchArgument)
    .option('--testing <on|off>', 'see the test products of "souk testing add"', switchArgument)
    .addOption(
      new Option(
        '--error-http-status <mode>',
        'HTTP status of errors; most old clients need orders-200',
      ).choices([...ERROR_STATUS_MODES, DEFAULT]),
    )
    .addOption(
      new Option('--order-uuid <mode>', 'which order_uuids are taken').choices([
        ...ORDER_UUID_MODES,
        DEFAULT,
      ]),
    )
    .option('--credit-limit <usd>', 'USD that may be spent beyond the balance')
    .option(
      '--requests-per-minute <number|default>',
      'most requests a minute over all instances; 0 is no limit',
      minuteLimitArgument,
    )
    .option(
      '--orders-per-minute <number|default>',
      'most new orders a minute over all instances; 0 is no limit',
      minuteLimitArgument,
    )
    .action((id: number, options: SetOptions) =>
      withShop(async (shop) => {
        const set = () => shop.get(AccountService).set(id, settingsOf(options));
        terminal.item(accountRow(await changeOfAccount(shop, id, set)));
      }),
    );

  const suspend = (id: number, part: ClosedPart): Promise<void> =>
    withShop(async (shop) => {
      const change = () => shop.get(AccountService).suspend(id, part);
      terminal.item(accountRow(await changeOfAccount(shop, id, change)));
    });
  account
    .command('suspend')
    .argument('<account>', 'account id', idArgument)
    .description('refuse its new orders (--orders), or bar it from the API')
    .option('--orders', 'refuse newOrder and quote only; all else goes on (recommended)')
    .addHelpText('after', WHY_ORDERS)
    .action((id: number, { orders }: { orders?: true }) =>
      suspend(id, orders ? 'orders' : 'everything'),
    );
  account
    .command('resume')
    .argument('<account>', 'account id', idArgument)
    .description('let an account order and use the API again')
    .action((id: number) => suspend(id, 'nothing'));

  account
    .command('resume-orders')
    .argument('<account>', 'account id', idArgument)
    .description(
      'let an account order again that the sentinel has stopped, once its books are right',
    )
    .action((id: number) =>
      withShop(
        async (shop) => {
          const { ResumeOrdersService } = await import('../../sentinel/resume-orders.service.js');
          const resume = () => shop.get(ResumeOrdersService).resume(id);
          terminal.item(accountRow(await changeOfAccount(shop, id, resume)));
        },
        { part: 'whole' },
      ),
    );
};

/** Runs a change of an account, whose settings before and after it are noted in the audit. */
export function changeOfAccount<T>(
  shop: OpenShop,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  return noteChange(shop, async () => accountRow(await shop.get(AccountService).get(id)), change);
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

function settingsOf(options: SetOptions): AccountSettings {
  const { name, email, showUnavailable, testing, errorHttpStatus, orderUuid, creditLimit } =
    options;
  const { requestsPerMinute, ordersPerMinute } = options;
  const settings = {
    ...(name !== undefined && { name: accountNameOf(name) }),
    ...(email !== undefined && { email }),
    ...(showUnavailable !== undefined && { showUnavailable }),
    ...(testing !== undefined && { testing }),
    ...(errorHttpStatus !== undefined && {
      errorHttpStatus: errorHttpStatus === DEFAULT ? null : errorHttpStatus,
    }),
    ...(orderUuid !== undefined && { orderUuidMode: orderUuid === DEFAULT ? null : orderUuid }),
    ...(creditLimit !== undefined && { creditLimit: creditLimitOf(creditLimit) }),
    ...(requestsPerMinute !== undefined && {
      requestsPerMinute: requestsPerMinute === DEFAULT ? null : requestsPerMinute,
    }),
    ...(ordersPerMinute !== undefined && {
      ordersPerMinute: ordersPerMinute === DEFAULT ? null : ordersPerMinute,
    }),
  };
  if (Object.keys(settings).length > 0) return settings;
  throw new OperatorError('Say what to set; see "souk account set --help".');
}

function minuteLimitArgument(text: string): number | typeof DEFAULT {
  if (text === DEFAULT) return DEFAULT;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Infinity;
  if (limit <= MAX_A_MINUTE) return limit;
  throw new InvalidArgumentError(`It must be a number from 0 to ${MAX_A_MINUTE}, or ${DEFAULT}.`);
}
