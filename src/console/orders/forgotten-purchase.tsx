import type { VNode } from 'preact';
import type { OpenPurchase } from '../../orders/open-purchases.js';
import { Card } from '../../pages/card.js';
import { Form, Submit } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { Confirmation } from '../shell/confirmation.js';
import { newFormKey } from '../http/form-key.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FORGOTTEN_WORDS } from './forgotten-words.js';

interface Props {
  readonly visit: Visit;
  readonly orderId: string;
  readonly purchase: OpenPurchase;
}

/** A purchase that its supplier has forgotten, and what can be done. */
export function ForgottenPurchase({ visit, orderId, purchase }: Props): VNode {
  const words = FORGOTTEN_WORDS[visit.language];
  return (
    <Card title={words.title}>
      <p>{words.explained(purchase.supplier)}</p>
      <Evidence visit={visit} purchase={purchase} />
      <div class="actions">
        <AskNow visit={visit} orderId={orderId} />
        {visit.caller.may('orders.buy-again') && (
          <Form
            to={`orders/${orderId}/buy-again`}
            formKey={newFormKey()}
            hidden={{ instead_of: purchase.key }}
            class="inline"
            button={words.buy}
            kind="danger"
          />
        )}
      </div>
    </Card>
  );
}

/** For those who decide orders. */
export function AskNow({ visit, orderId }: Omit<Props, 'purchase'>): VNode | null {
  if (!visit.caller.may('orders.decide')) return null;
  return (
    <Form to={`orders/${orderId}/ask-again`} class="inline">
      <Submit kind="plain">{FORGOTTEN_WORDS[visit.language].ask}</Submit>
    </Form>
  );
}

/** Asks once more, beside what was sent and answered. */
export function buyAgainQuestion({ visit, orderId, purchase }: Props): Page {
  const words = FORGOTTEN_WORDS[visit.language];
  return {
    title: `${words.buy}: ${orderId}`,
    content: (
      <Confirmation
        title={words.buy}
        warning={words.warning(purchase.supplier)}
        action={visit.links.to(`orders/${orderId}/buy-again`)}
        formKey={newFormKey()}
        values={{ instead_of: purchase.key }}
        button={words.buy}
        back={visit.links.to(`orders/${orderId}`)}
      >
        <Evidence visit={visit} purchase={purchase} />
      </Confirmation>
    ),
  };
}

function Evidence({ visit, purchase }: Omit<Props, 'orderId'>): VNode {
  const words = FORGOTTEN_WORDS[visit.language];
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
