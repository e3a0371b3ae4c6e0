import type { Repeat } from '../../orders/repeated-deliveries.js';
import { Card } from '../../pages/card.js';
import { Check, Form, type FormState } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { formFor } from '../operations/form-for.js';
import { orderAccept } from '../../operations/orders/order.operations.js';
import { useVisit } from '../visit/use-visit.js';
import { HELD_WORDS } from './held-words.js';

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
  const words = useWords(HELD_WORDS);
  return (
    <Card title={words.title}>
      <p>
        {words.explained(held)} {words.choose}
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
