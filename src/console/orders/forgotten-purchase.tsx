import type { OpenPurchase } from '../../orders/open-purchases.js';
import { Card } from '../../pages/card.js';
import { Form } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import { orderBuyAgain } from '../../operations/orders/purchase.operations.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

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
