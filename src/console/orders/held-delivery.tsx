import type { Repeat } from '../../orders/repeated-deliveries.js';
import { Card } from '../../pages/card.js';
import { Check, Form, type FormState } from '../../pages/form.js';
import { formFor } from '../operations/form-for.js';
import { orderAccept } from '../../operations/orders/order.operations.js';
import { useVisit } from '../visit/use-visit.js';
import { shortList } from '../../common/text.js';
import { useWords, type Words } from '../../pages/words.js';

/** The box that agrees to deliver what another order has got. */
export const DELIVER_ANYWAY_FIELD = 'deliver_anyway';

interface Props {
  readonly orderId: string;
  readonly held: Repeat;
  /** Of a form that was refused since more is known now. */
  readonly state?: FormState | undefined;
}

/** A delivery that waits, since another order has got the same, and the form that delivers it. */
export function HeldDelivery({ orderId, held, state }: Props) {
  const visit = useVisit();
  const words = useWords('held');
  return (
    <Card title={words.title}>
      <p>
        {explanation(words, held)} {words.choose}
      </p>
      {visit.caller.may('orders.decide') && (
        <Form
          to={`orders/${orderId}/accept`}
          state={state}
          label={words.title}
          button={words.deliver}
          kind="danger"
          {...formFor(orderAccept)}
        >
          <Check name={DELIVER_ANYWAY_FIELD} label={words.agreed} isRequired />
        </Form>
      )}
    </Card>
  );
}

/** Which part of the delivery another order has got. */
function explanation({ explained }: Words<'held'>, { what, otherOrders }: Repeat): string {
  const orders = shortList(otherOrders);
  if (otherOrders.length > 1) return explained.parts({ orders });
  if (what === 'supplier order') return explained.order({ orders });
  if (what === 'code') return explained.code({ orders });
  return otherOrders.length === 0 ? explained.stock : explained.sold({ orders });
}
