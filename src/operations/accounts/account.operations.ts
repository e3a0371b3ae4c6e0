import type { Account } from '../../account/account.entity.js';
import { accountNameOf, MAX_A_MINUTE } from '../../account/account-settings.js';
import { AccountService, suspensionOf, type AccountChange } from '../../account/account.service.js';
import { ERROR_STATUS_MODES, type ErrorStatusMode } from '../../common/http/souk-request.js';
import { ORDER_UUID_MODES, type OrderUuidMode } from '../../config/variables.js';
import {
  FlagField,
  IdField,
  IntegerField,
  MoneyField,
  TextField,
  WordField,
} from '../fields/fields.js';
import { flag, money, text, time, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { given } from '../given.js';
import { operation, type Target } from '../operation.js';

const NAME = { max: 200, min: 1, example: 'Acme Games' };
const EMAIL = { max: 320, optional: true, example: 'ops@acme.example' } as const;
const CONTACT = { optional: true, description: 'For the operators alone.' } as const;
const USD = { example: '100', description: 'USD.' } as const;
const DEFAULT = 'Null is the default of the server.';
const SERVER_DEFAULT = { optional: true, nullable: true } as const;
const A_MINUTE = { min: 0, max: MAX_A_MINUTE, ...SERVER_DEFAULT } as const;

export class NewAccountDto {
  @TextField(NAME)
  name: string;

  @TextField(EMAIL)
  email?: string;
}

/** What is left out stays. */
export class AccountChangeDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField(EMAIL)
  email?: string;

  @TextField({ ...CONTACT, max: 40, example: '+357 99 123456' })
  phone?: string;

  @TextField({ ...CONTACT, max: 64, example: '@acme' })
  telegram?: string;

  @TextField({
    max: 200,
    optional: true,
    example: 'wholesale Cyprus',
    description: 'Words by which operators find the account.',
  })
  tags?: string;

  @TextField({
    max: 500,
    optional: true,
    example: 'Pays on Fridays.',
    description: 'What operators should know of it.',
  })
  note?: string;

  @MoneyField({
    optional: true,
    example: '20',
    description: 'USD; operators are told when it can spend less. 0 for never.',
  })
  low_balance?: string;

  @IdField({ optional: true, nullable: true, description: 'Null takes it out of its group.' })
  group_id?: number | null;

  @FlagField({ optional: true, description: 'List products that are off for now.' })
  show_unavailable?: boolean;

  @FlagField({ optional: true, description: 'See the test products.' })
  testing?: boolean;

  @WordField(ERROR_STATUS_MODES, {
    ...SERVER_DEFAULT,
    description: `HTTP status of errors; most old clients need orders-200. ${DEFAULT}`,
  })
  error_http_status?: ErrorStatusMode | null;

  @WordField(ORDER_UUID_MODES, {
    ...SERVER_DEFAULT,
    description: `Which order_uuids are taken. ${DEFAULT}`,
  })
  order_uuid?: OrderUuidMode | null;

  @IntegerField({
    ...A_MINUTE,
    description: `Most requests a minute over all instances; 0 is no limit. ${DEFAULT}`,
  })
  requests_per_minute?: number | null;

  @IntegerField({
    ...A_MINUTE,
    description: `Most new orders a minute over all instances; 0 is no limit. ${DEFAULT}`,
  })
  orders_per_minute?: number | null;
}

export class SuspensionDto {
  @FlagField({
    optional: true,
    flag: 'orders',
    description:
      'True refuses new orders alone, and is recommended: many programs take the 122 of check for a lost order. Needs request forms to be on.',
  })
  orders_only?: boolean;
}

const CREDIT_LIMIT = { example: '100', description: 'USD that may be spent beyond the balance.' };

export class CreditLimitDto {
  @MoneyField(CREDIT_LIMIT)
  credit_limit: string;
}

/** The settings of an account, for who may change its credit limit as well. */
export class AccountSettingsDto extends AccountChangeDto {
  @MoneyField({ ...CREDIT_LIMIT, optional: true })
  credit_limit?: string;
}

/** An account with its settings. The balance is no part of it, so its `ETag` stays while the account orders. */
export const ACCOUNT_SHAPE = shapeOf<Account>()('AccountDto', {
  id: whole({ example: 2 }),
  name: text({ example: 'Acme Games' }),
  email: text({ example: 'ops@acme.example' }),
  group_id: whole.orNull({ example: 1 }),
  api_permitted: flag({ description: 'False while the account is barred from the API.' }),
  orders_suspended: flag({ description: 'True while its new orders alone are refused.' }),
  orders_halted: text.orNull(({ ordersHaltedReason }) => ordersHaltedReason, {
    description: 'Why its orders are halted; null if they are not.',
  }),
  credit_limit: money(USD),
  show_unavailable: flag(),
  testing: flag(),
  error_http_status: word(ERROR_STATUS_MODES).orNull(),
  order_uuid: word(ORDER_UUID_MODES).orNull(({ orderUuidMode }) => orderUuidMode),
  requests_per_minute: whole.orNull(),
  orders_per_minute: whole.orNull(),
  created_at: time(),
  phone: text({ example: '+357 99 123456' }),
  telegram: text({ example: '@acme' }),
  tags: text({ example: 'wholesale Cyprus' }),
  note: text({ example: 'Pays on Fridays.' }),
  low_balance: money({ example: '20' }),
});
export type AccountDto = ShownBy<typeof ACCOUNT_SHAPE>;

export const ACCOUNT = {
  noun: 'account',
  shape: ACCOUNT_SHAPE,
  locked: (services, manager, id) => services(AccountService).locked(manager, id),
} satisfies Target<Account>;

export const accountCreate = operation({
  name: 'account create',
  summary: 'make an account',
  permission: 'accounts.edit',
  route: 'POST accounts',
  makes: true,
  input: NewAccountDto,
  answer: ACCOUNT_SHAPE.type,
  run: async ({ services, manager, input: { name, ...rest } }) => {
    const settings = { ...rest, name: accountNameOf(name) };
    return { answer: ACCOUNT_SHAPE.of(await services(AccountService).create(settings, manager)) };
  },
});

export const accountSet = operation({
  name: 'account set',
  summary: 'change the settings of an account',
  permission: 'accounts.edit',
  route: 'PATCH accounts/:id',
  kind: 'setting',
  target: ACCOUNT,
  input: AccountChangeDto,
  run: async ({ services, manager, id, input, assertMay }) => {
    const change = changeOf(input);
    if (change.creditLimit !== undefined) assertMay('accounts.credit');
    await services(AccountService).change(manager, id, change);
  },
});

function changeOf({ name, order_uuid: mode, ...settings }: AccountSettingsDto): AccountChange {
  const named = name === undefined ? {} : { name: accountNameOf(name) };
  return { ...camelCased(settings), ...named, ...given({ orderUuidMode: mode }) };
}

export const accountCreditLimit = operation({
  name: 'account set',
  operationId: 'account-credit-limit',
  summary: 'set the credit limit of an account',
  permission: 'accounts.credit',
  route: 'PUT accounts/:id/credit-limit',
  target: ACCOUNT,
  input: CreditLimitDto,
  run: async ({ services, manager, id, input }) => {
    await services(AccountService).change(manager, id, { creditLimit: input.credit_limit });
  },
});

export const accountSuspend = operation({
  name: 'account suspend',
  summary: 'bar an account from new orders, or from the API',
  permission: 'accounts.bar',
  route: 'POST accounts/:id/suspend',
  target: ACCOUNT,
  input: SuspensionDto,
  run: async ({ services, manager, id, input }) => {
    const part = input.orders_only ? 'orders' : 'everything';
    await services(AccountService).change(manager, id, suspensionOf(part));
  },
});

export const accountResume = operation({
  name: 'account resume',
  summary: 'let an account use the API again',
  permission: 'accounts.bar',
  route: 'POST accounts/:id/resume',
  target: ACCOUNT,
  run: async ({ services, manager, id }) => {
    await services(AccountService).change(manager, id, suspensionOf('nothing'));
  },
});

export const accountResumeOrders = operation({
  name: 'account resume-orders',
  summary: 'let an account order again that the sentinel has stopped, once its books are right',
  permission: 'accounts.resume',
  route: 'POST accounts/:id/resume-orders',
  kind: 'outside',
  target: ACCOUNT,
  run: async ({ services, id, signal }) => {
    const { ResumeOrdersService } = await import('../../upkeep/sentinel/resume-orders.service.js');
    const before = { ...ACCOUNT_SHAPE.of(await services(AccountService).get(id)) };
    const answer = ACCOUNT_SHAPE.of(await services(ResumeOrdersService).resume(id, signal));
    return { answer, before };
  },
});

export const ACCOUNT_OPERATIONS = [
  accountCreate,
  accountSet,
  accountCreditLimit,
  accountSuspend,
  accountResume,
  accountResumeOrders,
];
