import { orderAddCodes } from '../../operations/orders/code.operations.js';
import type { OrderDto } from '../../operations/orders/order.answers.js';
import { FormCard } from '../../pages/card.js';
import { Check, TextArea, type FormState } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { CODE_WORDS } from './code-words.js';
import { DELIVER_ANYWAY_FIELD } from './held-delivery.js';
import { HELD_WORDS } from './held-words.js';

/** True if codes can be added to an order, and the operator may do so. */
export function canAddCodes({ caller }: Visit, { status, refunded }: OrderDto): boolean {
  return status === 'accept' && refunded === '0' && caller.may('orders.decide');
}

interface Props {
  readonly order: OrderDto;
  readonly state: FormState | undefined;
}

/** Adds codes to an accepted order. */
export function CodesForm({ order, state }: Props) {
  const visit = useVisit();
  const words = useWords(CODE_WORDS);
  return (
    <FormCard
      title={words.title}
      to={`orders/${order.order_id}/codes`}
      state={state}
      hint={words.hint}
      button={words.button}
      {...formFor(orderAddCodes)}
    >
      <TextArea name="codes" label={words.codes} hint={words.codesHint} />
      {state?.fault?.messageKey?.key === 'order.repeated' && (
        <Check name={DELIVER_ANYWAY_FIELD} label={HELD_WORDS[visit.language].agreed} />
      )}
    </FormCard>
  );
}
