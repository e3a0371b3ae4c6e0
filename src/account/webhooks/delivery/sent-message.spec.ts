import { messageOf } from '../webhook-message.js';
import { sentMessage } from './sent-message.js';
import type { AttemptOutcome } from './webhook-delivery.service.js';

const RECEIVER = { url: 'https://user.example:8443/in/SECRET?key=SECRET' };
const DELIVERED: AttemptOutcome = { kind: 'delivered', httpStatus: 204 };

const attempt = (type: string, data: Record<string, string>) => ({
  ...{ ...messageOf({ type, data }), id: 'msg_1' },
  ...{ accountId: 7, attempt: 3 },
});

describe('the record of a message about an order', () => {
  it('names the order and the receiver, without path and query of the URL', () => {
    const accepted = attempt('order.accepted', { order_id: 'ID_1', price: 'PRICE' });
    expect(sentMessage(RECEIVER, accepted, DELIVERED)).toEqual({
      accountId: 7,
      orderId: 'ID_1',
      messageId: 'msg_1',
      eventType: 'order.accepted',
      receiver: 'https://user.example:8443',
      attempts: 3,
      httpStatus: 204,
      failure: '',
    });
  });

  const outcomes: [AttemptOutcome, number | null, string][] = [
    [{ kind: 'delivered', httpStatus: 200 }, 200, ''],
    [{ kind: 'gone' }, 410, 'it answered HTTP 410: the webhook was switched off'],
    [{ kind: 'failed', reason: 'no', httpStatus: 500 }, 500, 'no'],
    [{ kind: 'failed', reason: 'no answer' }, null, 'no answer'],
  ];
  it.each(outcomes)('of %j', (outcome, httpStatus, failure) => {
    const message = attempt('order.rejected', { order_id: 'ID_1' });
    expect(sentMessage(RECEIVER, message, outcome)).toMatchObject({ httpStatus, failure });
  });

  it('is not made of a message about something else', () => {
    const others = [attempt('balance.low', { order_id: 'ID_1' }), attempt('order.accepted', {})];
    for (const other of others) expect(sentMessage(RECEIVER, other, DELIVERED)).toBeUndefined();
    const empty = { ...attempt('order.accepted', {}), body: '{}' };
    expect(sentMessage(RECEIVER, empty, DELIVERED)).toBeUndefined();
  });
});
