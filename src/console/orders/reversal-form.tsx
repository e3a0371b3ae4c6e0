import type { OrderDto } from '../../operations/orders/order.answers.js';
import { plainText, toDecimal } from '../../common/decimal.js';
import { orderReverse, type NewReversalDto } from '../../operations/orders/order.operations.js';
import { FormCard } from '../../pages/card.js';
import { Input, type FormState } from '../../pages/form.js';
import { moneyText } from '../../pages/formats.js';
import type { FormValues } from '../http/form-values.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { formFor } from '../operations/form-for.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** True if an order has money that can be paid back, and the operator may do so. */
export function canReverse({ caller }: Visit, order: OrderDto): boolean {
  const isReversible = order.status === 'accept' && !order.test && unpaid(order) !== '0';
  return isReversible && caller.may('orders.reverse');
}

interface ReversalFormProps {
  readonly order: OrderDto;
  readonly state: FormState | undefined;
}

/** Pays an accepted order back, whole or in part. */
export function ReversalForm({ order, state }: ReversalFormProps) {
  const words = useWords('reversal');
  const rest = moneyText(unpaid(order));
  return (
    <FormCard
      title={words.title}
      to={`orders/${order.order_id}/reversals`}
      state={state}
      hint={words.hint}
      button={words.button}
      kind="danger"
      {...formFor(orderReverse)}
    >
      <Input name="amount" label={words.amount} hint={words.amountHint({ rest })} />
      <Input name="reason" label={words.reason} hint={words.reasonHint} />
      <Input name="reference" label={words.reference} hint={words.referenceHint} />
    </FormCard>
  );
}

/** What the form asks for, for the check of the class: without an amount, all that is left. */
export function reversalIn(form: FormValues): object {
  return {
    reason: form.text('reason'),
    ...form.given('amount', 'reference'),
    ...(form.text('amount') === '' && { all: true }),
  };
}

/** Asked before money goes back; undefined for what is refused anyway. */
export function reversalQuestion(
  visit: Visit,
  order: OrderDto,
  { amount }: NewReversalDto,
): ConfirmQuestion | undefined {
  const words = wordsOf(visit.language, 'reversal');
  const rest = unpaid(order);
  const paid = amount ?? rest;
  if (!canReverse(visit, order) || toDecimal(paid).greaterThan(rest)) return undefined;
  return {
    title: words.title,
    warning: words.warning({ amount: moneyText(paid) }),
    button: words.button,
  };
}

/** USD that were not paid back yet. */
function unpaid({ total, refunded }: OrderDto): string {
  return plainText(toDecimal(total).minus(toDecimal(refunded)));
}
