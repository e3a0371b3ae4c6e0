import { AccountService } from '../../account/account.service.js';
import { BalanceService, type Balance } from '../../account/ledger/balance.service.js';
import { MoneyField, TextField } from '../fields/fields.js';
import { text } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { operation, type Target, type Work } from '../operation.js';

const USD = { example: '100', description: 'USD.' } as const;
const READ = 'The reseller reads it.';
const REFERENCE = {
  max: 200,
  min: 1,
  optional: true,
  flag: 'ref',
  example: 'invoice-1001',
  description: `Unique within the account: a second movement under it is refused. ${READ}`,
} as const;

export class DepositDto {
  @MoneyField({ example: '250', description: 'USD.' })
  amount: string;

  @TextField(REFERENCE)
  reference?: string;

  @TextField({ max: 1_000, optional: true, description: READ })
  note?: string;
}

export class AdjustmentDto {
  @MoneyField({ signed: true, example: '-10', description: 'USD, up or down.' })
  amount: string;

  @TextField({ max: 1_000, min: 1, example: 'Paid twice.', description: READ })
  reason: string;

  @TextField(REFERENCE)
  reference?: string;
}

/** What an account has and can spend. */
export const BALANCE_SHAPE = shapeOf<Balance>()('BalanceDto', {
  balance: text(USD),
  credit_limit: text(USD),
  spendable: text({ ...USD, description: 'USD: balance and credit limit together.' }),
});
export type BalanceDto = ShownBy<typeof BALANCE_SHAPE>;

/** An account, of which its balance is told. */
const BALANCE = {
  noun: 'account',
  shape: BALANCE_SHAPE,
  locked: async (services, manager, id) => {
    await services(AccountService).locked(manager, id);
    return services(BalanceService).of(id, manager);
  },
} satisfies Target<Balance>;

type Moving = Work<Balance, DepositDto | AdjustmentDto>;

/** The entry in the ledger, besides its amount. A request without a reference is known by its key when it is sent again. */
function entryOf<Details extends { readonly reference?: string }>(
  details: Details,
  { by, requestReference }: Moving,
): Details & { readonly actor: string } {
  return {
    ...(requestReference !== undefined && { reference: requestReference }),
    ...details,
    actor: by.actor,
  };
}

const refusalOf = (error: unknown, work: Moving): Promise<unknown> => {
  const reference = work.input.reference ?? work.requestReference ?? '';
  return work.services(BalanceService).refusalOf(error, { accountId: work.id, reference });
};

export const balanceDeposit = operation<Balance, DepositDto, BalanceDto>({
  name: 'balance deposit',
  summary: 'add money',
  permission: 'balance.deposit',
  route: 'POST accounts/:id/deposits',
  kind: 'once',
  target: BALANCE,
  input: DepositDto,
  run: async (work) => {
    const { amount, ...details } = work.input;
    const balances = work.services(BalanceService);
    await balances.deposit(work.id, amount, entryOf(details, work), work.manager);
  },
  refusalOf,
});

export const balanceAdjust = operation<Balance, AdjustmentDto, BalanceDto>({
  name: 'balance adjust',
  summary: 'correct a balance, up or down, within its credit limit',
  permission: 'balance.adjust',
  route: 'POST accounts/:id/adjustments',
  kind: 'once',
  target: BALANCE,
  input: AdjustmentDto,
  run: async (work) => {
    const { amount, ...details } = work.input;
    const balances = work.services(BalanceService);
    await balances.adjust(work.id, amount, entryOf(details, work), work.manager);
  },
  refusalOf,
});

export const BALANCE_OPERATIONS = [balanceDeposit, balanceAdjust];
