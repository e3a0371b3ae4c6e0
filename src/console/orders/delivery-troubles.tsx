import type { OpenPurchase } from '../../orders/open-purchases.js';
import { Card } from '../../pages/card.js';
import { Form, Check, type FormState } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import { orderBuyAgain } from '../../operations/orders/purchase.operations.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf, type Words } from '../../pages/words.js';
import type { Repeat } from '../../orders/repeated-deliveries.js';
import { orderAccept } from '../../operations/orders/order.operations.js';
import { shortList } from '../../common/text.js';

interface Props {
  readonly orderId: string;
  readonly purchase: OpenPurchase;
}

/** A purchase that its supplier has forgotten, and what can be done. */
export function ForgottenPurchase({ orderId, purchase }: Props) {
  const visit = useVisit();
  const words = useWords('forgotten');
  return (
    <Card title={words.title}>
      <p>{words.explained({ supplier: purchase.supplier })}</p>
      <Evidence purchase={purchase} />
      <div class="actions">
        <AskNow orderId={orderId} />
        {visit.caller.may('orders.buy-again') && (
          <Form
            to={`orders/${orderId}/buy-again`}
            hidden={{ instead_of: purchase.key }}
            class="inline"
            button={words.buy}
            kind="danger"
            {...formFor(orderBuyAgain)}
          />
        )}
      </div>
    </Card>
  );
}

/** For those who decide orders. */
export function AskNow({ orderId }: Pick<Props, 'orderId'>) {
  const visit = useVisit();
  if (!visit.caller.may('orders.decide')) return null;
  return (
    <Form
      to={`orders/${orderId}/ask-again`}
      class="inline"
      button={useWords('forgotten').ask}
      kind="plain"
    />
  );
}

/** Asked beside what was sent and answered. */
export function buyAgainQuestion({ language }: Visit, purchase: OpenPurchase): ConfirmQuestion {
  const { buy, warning } = wordsOf(language, 'forgotten');
  const facts = <Evidence purchase={purchase} />;
  return { title: buy, warning: warning({ supplier: purchase.supplier }), facts };
}

function Evidence({ purchase }: Pick<Props, 'purchase'>) {
  const words = useWords('forgotten');
  const { supplier, key, requests, sentAt, supplierOrder, forgottenAt, generation } = purchase;
  return (
    <Details
      entries={[
        [words.supplier, <Text>{supplier}</Text>],
        [words.key, <Code>{key}</Code>],
        [words.requests, <bdi>{requests}</bdi>],
        [words.lastSent, <Time value={sentAt} />],
        [words.answered, <Code>{supplierOrder ?? ''}</Code>],
        [words.forgottenAt, <Time value={forgottenAt} />],
        generation > 0 ? [words.generation, <bdi>{generation}</bdi>] : undefined,
      ]}
    />
  );
}

/** The box that agrees to deliver what another order has got. */
export const DELIVER_ANYWAY_FIELD = 'deliver_anyway';

interface HeldProps extends Pick<Props, 'orderId'> {
  readonly held: Repeat;
  /** Of a form that was refused since more is known now. */
  readonly state?: FormState | undefined;
}

/** A delivery that waits, since another order has got the same, and the form that delivers it. */
export function HeldDelivery({ orderId, held, state }: HeldProps) {
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
