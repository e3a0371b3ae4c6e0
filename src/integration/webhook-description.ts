import type { OpenAPIObject } from '@nestjs/swagger';
import { CURRENCY } from '../common/money.js';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;
type Example = string | number;

const ORDER = {
  order_id: 'ID_9fffb0d849a45215',
  order_uuid: '4da76568-feb2-42d5-9062-621c684d8f10',
  product_id: 1015,
  product_name: '60 UC',
  quantity: 1,
  price: '1.26048',
};

/** The messages to an account's webhook, as docs/webhooks.md describes them. */
export const WEBHOOKS: Webhooks = {
  'order.accepted': message('order.accepted', 'An order became `accept`.', {
    ...ORDER,
    status: 'accept',
  }),
  'order.rejected': message(
    'order.rejected',
    'An order became `reject`; the money is back. `reason` is the reason that the shop gives, or null.',
    { ...ORDER, status: 'reject', reason: 'The player does not exist.' },
  ),
  'order.refunded': message(
    'order.refunded',
    'An accepted order was paid back, or a part of it. `amount` went back now, `refunded` in all; `reason` and ' +
      '`reference` are those of the ledger entry.',
    {
      ...ORDER,
      status: 'accept',
      amount: '0.5',
      refunded: '0.5',
      reason: 'One of two codes was used.',
      reference: 'case-7',
    },
  ),
  'balance.low': message(
    'balance.low',
    'A charge took what the account can spend to below the agreed threshold.',
    { balance: '9.5', threshold: '10', currency: CURRENCY },
  ),
  ping: message('ping', 'The shop tries the address.', { account_id: 2 }),
};

function message(
  type: string,
  summary: string,
  data: Readonly<Record<string, Example>>,
): Webhooks[string] {
  return {
    post: {
      operationId: `webhook-${type}`,
      tags: ['Webhooks'],
      summary,
      description:
        'Signed as Standard Webhooks: `webhook-signature` is an HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the ' +
        'body. A message may come more than once, under the same `webhook-id`.',
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': bodyOf(type, data) } },
      responses: {
        '2XX': { description: 'The message was taken; any other answer is tried again.' },
      },
    },
  };
}

function bodyOf(type: string, data: Readonly<Record<string, Example>>) {
  const properties = Object.entries(data).map(
    ([name, example]) => [name, { ...typeOf(name, example), example }] as const,
  );
  return {
    schema: {
      type: 'object' as const,
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { type: 'string' as const, enum: [type] },
        timestamp: { type: 'string' as const, format: 'date-time' },
        data: {
          type: 'object' as const,
          required: Object.keys(data),
          properties: Object.fromEntries(properties),
        },
      },
    },
    example: { type, timestamp: '2026-04-10T13:55:48.123Z', data },
  };
}

function typeOf(name: string, example: Example) {
  if (name === 'reason') return { oneOf: [{ type: 'string' as const }, { type: 'null' }] };
  return { type: typeof example };
}
