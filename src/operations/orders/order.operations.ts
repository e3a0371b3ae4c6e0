import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { OrderCloseService } from '../../orders/order-close.service.js';
import { OrderListService } from '../../orders/order-list.service.js';
import type { Order } from '../../orders/order.entity.js';
import { OrderReversal, type Reversal } from '../../orders/reversal/order-reversal.service.js';
import type { AskedAmount } from '../../orders/reversal/reversal-decision.js';
import { text, time, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { FlagField, ListField, MoneyField, TextField } from '../fields/fields.js';
import { operation, type Outcome, type Target } from '../operation.js';
import { DECISION_SHAPE, ORDER_ID, type DecisionDto } from './order.answers.js';

/** As many as a body has room for. */
const MAX_CODES = 4_000;
const MAX_CODE_CHARACTERS = 1_000;

export const NOTE = { max: 1_000, optional: true, description: 'For operators only.' } as const;
export const DESPITE_PURCHASE = {
  optional: true,
  flag: 'despite-purchase',
  description:
    'Closes the order also while a supplier may still deliver it, and charge for it (`being-bought`).',
} as const;

export const CODES = {
  accepts: (code: string) => code.trim() !== '' && code.length <= MAX_CODE_CHARACTERS,
  what: 'codes',
  min: 1,
  max: MAX_CODES,
  example: ['CODE-1'],
};

export class AcceptDto {
  @ListField({ ...CODES, optional: true, description: 'Delivered with the order.' })
  codes?: string[];

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;

  @FlagField({
    optional: true,
    flag: 'deliver-anyway',
    description:
      'Delivers also what another order has got already (`conflict`); without `codes`, what is held back for that.',
  })
  deliver_anyway?: boolean;
}

export class RejectDto {
  @TextField({
    max: 1_000,
    min: 1,
    example: 'The player does not exist.',
    description: 'For the reseller: in check, webhook and ledger.',
  })
  reason: string;

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;
}

/** What commands call an order by. */
export const ORDER_CALLED_BY = 'order id, such as ID_9fffb0d849a45215, or an order_uuid';

/** An order, by its id or order_uuid. What closes or reverses it locks it, in the order in which all lock orders and accounts. */
export const ORDER = {
  noun: 'order',
  calledBy: ORDER_CALLED_BY,
  locked: () => Promise.resolve(undefined),
  named: async (services, idOrUuid) =>
    (await services(OrderListService).get(idOrUuid, false)).orderId,
} satisfies Target<unknown, string>;

/** An order that could be closed was waiting before. */
export function closed(order: Order): Outcome<DecisionDto> {
  const answer = DECISION_SHAPE.of(order);
  const { status, decided_by } = answer;
  return { answer, before: { status: 'wait' }, after: { status, decided_by } };
}

export const orderAccept = operation<unknown, AcceptDto, DecisionDto, string>({
  name: 'order accept',
  summary: 'mark a waiting order as delivered, with or without codes',
  permission: 'orders.decide',
  route: 'POST orders/:order/accept',
  kind: 'once',
  status: 200,
  target: ORDER,
  input: AcceptDto,
  answer: DECISION_SHAPE.type,
  details: ({ codes = [], ...told }) => ({ codes: codes.length, ...told }),
  run: async ({ services, id, input, by, manager }) => {
    const usual = { codes: [], despitePurchase: false, deliverAnyway: false };
    const closing = { ...usual, ...camelCased(input), actor: by.actor };
    return closed(await services(OrderCloseService).accept(id, closing, manager));
  },
  refusalOf: (error, { services }) => services(OrderCloseService).refusalOf(error),
});

export const orderReject = operation<unknown, RejectDto, DecisionDto, string>({
  name: 'order reject',
  summary: 'reject a waiting order; the money goes back at once',
  permission: 'orders.decide',
  route: 'POST orders/:order/reject',
  kind: 'once',
  status: 200,
  target: ORDER,
  input: RejectDto,
  answer: DECISION_SHAPE.type,
  run: async ({ services, id, input, by, manager }) => {
    const closing = { despitePurchase: false, ...camelCased(input), actor: by.actor };
    return closed(await services(OrderCloseService).reject(id, closing, manager));
  },
});

export class NewReversalDto {
  @MoneyField({ optional: true, example: '2.5', description: 'USD; either this or `all`.' })
  amount?: string;

  @FlagField({
    ...{ optional: true, flag: 'all' },
    description: 'True for all that was not paid back yet.',
  })
  all?: boolean;

  @TextField({
    max: 1_000,
    min: 1,
    example: 'The codes were used before.',
    description: 'For the reseller: in ledger and webhook.',
  })
  reason: string;

  @TextField({
    max: 200,
    min: 1,
    optional: true,
    flag: 'ref',
    example: 'ticket-17',
    description:
      'Unique within the account, so that under it the same is paid once; the reseller reads it.',
  })
  reference?: string;
}

const USD = (example: string, what: string) => ({ example, description: `USD${what}` });

/** A reversal that has been posted. */
const REVERSAL_SHAPE = shapeOf<Reversal>()('ReversalDto', {
  order_id: text(ORDER_ID),
  account_id: whole({ example: 2 }),
  total: text(USD('5', ': what the order has cost.')),
  amount: text(USD('2.5', ' that were paid back now.')),
  refunded: text(USD('2.5', ' that were paid back of the order in all.')),
  balance: text(USD('97.5', ': the balance of the account after it.')),
  reference: text({ example: 'ticket-17' }),
  reason: text({ example: 'The codes were used before.' }),
  created_at: time(),
});

export const orderReverse = operation<
  unknown,
  NewReversalDto,
  ShownBy<typeof REVERSAL_SHAPE>,
  string
>({
  name: 'order reverse',
  summary: 'pay an accepted order back, whole or in part; it stays accepted',
  permission: 'orders.reverse',
  route: 'POST orders/:order/reversals',
  kind: 'once',
  target: ORDER,
  input: NewReversalDto,
  answer: REVERSAL_SHAPE.type,
  run: async ({ services, id, input, by, manager, requestReference }) => {
    const { amount, all, reason, reference = requestReference ?? '' } = input;
    const request = { ...askedAmount(amount, all), reason, reference, actor: by.actor };
    const reversed = await services(OrderReversal).reverse(manager, id, request);
    const { reversal, before, after } = reversed;
    return { answer: REVERSAL_SHAPE.of(reversal), before, after };
  },
  refusalOf: async (error, { services, id, input, requestReference }) => {
    const { accountId } = await services(OrderListService).get(id, false);
    const reference = input.reference ?? requestReference ?? '';
    return services(BalanceService).refusalOf(error, { accountId, reference });
  },
});

/** @throws OperatorError unless just one of both is given */
function askedAmount(amount: string | undefined, all: boolean | undefined): AskedAmount {
  if (amount !== undefined && all !== true) return { amount };
  if (amount === undefined && all === true) return { all };
  throw new OperatorError(...sentence('reversal.amount-missing'));
}
