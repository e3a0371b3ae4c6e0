import { timelineEntries } from './timeline-entries.js';
import type { TimelineSources } from './timeline-sources.js';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 31, 18, 0, second));

const ORDER: TimelineSources['order'] = {
  createdAt: at(10),
  decidedAt: null,
  status: 'wait',
  decidedBy: null,
  reasonForReseller: null,
  decisionNote: '',
  orderUuid: 'key',
  productId: 7,
  quantity: '2',
  total: '1.5',
  callerAddress: '203.0.113.7',
  requestId: 'r-1',
};

const sources = (given: Partial<TimelineSources>): TimelineSources => ({
  ...{ order: ORDER, refusals: [], movements: [], purchases: [], messages: [] },
  ...{ progress: null, hold: null, changes: [] },
  ...given,
});

const eventsOf = (given: Partial<TimelineSources>) =>
  timelineEntries(sources(given)).map(({ at: time, event }) => [time.getUTCSeconds(), event]);

const movement = (kind: string, second: number) => ({
  ...{ createdAt: at(second), kind, amount: '-1.5', balanceAfter: '8.5' },
  ...{ sequence: '3', actor: 'api', note: '' },
});

const PURCHASE: TimelineSources['purchases'][number] = {
  createdAt: at(12),
  supplier: 'acme',
  supplierProduct: 9,
  attemptUuid: 'attempt',
  sends: 0,
  sentAt: null,
  supplierOrderId: null,
  cost: null,
  refusal: null,
  forgottenAt: null,
  replacement: null,
  followUp: null,
};

describe('a timeline', () => {
  it('of an order that waits for the operator is its placement and charge', () => {
    expect(timelineEntries(sources({ movements: [movement('debit', 10)] }))).toEqual([
      {
        at: at(10),
        event: 'placed',
        facts: {
          ...{ order_uuid: 'key', product: 7, quantity: '2', total: '1.5' },
          ...{ address: '203.0.113.7', request_id: 'r-1' },
        },
      },
      {
        at: at(10),
        event: 'debit',
        facts: { amount: '-1.5', balance_after: '8.5', ledger: '3', actor: 'api' },
      },
    ]);
  });

  it('has everything in the order of time, and of cause where times are equal', () => {
    const decided = { ...ORDER, decidedAt: at(20), status: 'reject' as const };
    const progress = { updatedAt: at(20), handler: 'upstream', tries: 1, dueAt: null, note: '' };
    expect(
      eventsOf({
        order: decided,
        movements: [movement('refund', 20), movement('debit', 10)],
        purchases: [{ ...PURCHASE, sends: 2, sentAt: at(15), refusal: 'out of stock' }],
        progress,
      }),
    ).toEqual([
      [10, 'placed'],
      [10, 'debit'],
      [12, 'purchase begun'],
      [15, 'purchase sent'],
      [20, 'delivery'],
      [20, 'refund'],
      [20, 'decided'],
    ]);
  });

  it('begins with the requests under the key that were refused', () => {
    const refusal = {
      ...{ id: 'r', accountId: 1, orderUuid: 'key', productId: 7, at: at(5) },
      ...{ code: 100, reason: 'Insufficient', address: '203.0.113.9', requestId: 'q' },
    };
    expect(timelineEntries(sources({ refusals: [refusal] }))[0]).toEqual({
      at: at(5),
      event: 'refused',
      facts: { code: 100, reason: 'Insufficient', address: '203.0.113.9', request_id: 'q' },
    });
  });

  it('has the result of a purchase with its last request, or with its beginning if none was sent', () => {
    const begun = { supplier: 'acme', product: 9, key: 'attempt' };
    const facts = (given: Partial<typeof PURCHASE>) =>
      timelineEntries(sources({ purchases: [{ ...PURCHASE, ...given }] }))
        .slice(1)
        .map((one) => one.facts);
    expect(facts({ refusal: 'no such product' })).toEqual([
      { ...begun, refusal: 'no such product' },
    ]);
    expect(facts({ sends: 1, sentAt: at(13), supplierOrderId: 'ID_1', cost: '0.4' })).toEqual([
      begun,
      { supplier: 'acme', requests: 1, supplier_order: 'ID_1', cost: '0.4' },
    ]);
  });

  it('says since when a supplier has forgotten the order, and who has bought it again', () => {
    const forgotten = {
      ...PURCHASE,
      sends: 1,
      sentAt: at(13),
      supplierOrderId: 'ID_1',
      forgottenAt: at(20),
    };
    const replacement = { at: at(30), why: 'sealed', actor: 'operator:ada' };
    const origin = { role: 'manager', address: '203.0.113.9', requestId: 'q' };
    const entries = timelineEntries(
      sources({
        purchases: [
          { ...forgotten, replacement },
          { ...PURCHASE, createdAt: at(30), attemptUuid: 'next' },
        ],
        changes: [{ event: 'bought again', at: at(30), ...origin }],
      }),
    );
    expect(entries.slice(3)).toEqual([
      {
        at: at(20),
        event: 'purchase forgotten',
        facts: { supplier: 'acme', supplier_order: 'ID_1' },
      },
      {
        ...{ at: at(30), event: 'bought again' },
        facts: {
          ...{ supplier: 'acme', key: 'attempt', former_key: 'sealed', by: 'operator:ada' },
          ...{ role: 'manager', address: '203.0.113.9', request_id: 'q' },
        },
      },
      { at: at(30), event: 'purchase begun', facts: { supplier: 'acme', product: 9, key: 'next' } },
    ]);
  });

  it.each([
    ['purchase still open', { bought: null, settledAt: null }, 30, {}],
    ['purchase delivered late', { bought: true, settledAt: at(40) }, 40, { cost: '0.4' }],
    ['purchase not delivered', { bought: false, settledAt: at(40) }, 40, {}],
  ])('tells what a supplier did after the decision: %s', (event, given, second, facts) => {
    const order = { ...ORDER, decidedAt: at(30), status: 'reject' as const };
    const sent = { sends: 1, sentAt: at(15), supplierOrderId: 'ID_1', cost: '0.4' };
    const followUp = { closedAt: at(30), note: 'so', ...given };
    const entries = timelineEntries(
      sources({ order, purchases: [{ ...PURCHASE, ...sent, followUp }] }),
    );
    expect(entries.at(-1)).toEqual({
      ...{ at: at(second), event },
      facts: { supplier: 'acme', supplier_order: 'ID_1', note: 'so', ...facts },
    });
  });

  it.each([
    ['webhook sent', { httpStatus: 204 }, { http_status: 204 }],
    [
      'webhook failed',
      { httpStatus: 500, failure: 'it answered HTTP 500', nextTryAt: at(40) },
      { http_status: 500, failure: 'it answered HTTP 500', due: '2026-01-31T18:00:40.000Z' },
    ],
    ['webhook given up', { failure: 'connect ECONNREFUSED' }, { failure: 'connect ECONNREFUSED' }],
    // The job is killed after the message has arrived and before its failure is forgotten.
    ['webhook sent', { httpStatus: 200, nextTryAt: at(40) }, { http_status: 200 }],
  ])('has each webhook message at its last attempt: %s', (event, given, facts) => {
    const message = {
      ...{
        firstAttemptAt: at(29),
        lastAttemptAt: at(30),
        eventType: 'order.accepted',
        messageId: 'msg_1',
      },
      ...{ receiver: 'https://hook.example', attempts: 2, httpStatus: null, failure: '' },
      ...{ nextTryAt: null, ...given },
    };
    const order = { ...ORDER, decidedAt: at(30), status: 'accept' as const };
    expect(timelineEntries(sources({ order, messages: [message] })).slice(2)).toEqual([
      {
        at: at(30),
        event,
        facts: {
          ...{ message: 'order.accepted', message_id: 'msg_1', receiver: 'https://hook.example' },
          ...{ tries: 2, first_try: '2026-01-31T18:00:29.000Z', ...facts },
        },
      },
    ]);
  });

  it('says from where an operator has decided and paid back, where the audit knows it', () => {
    const order = {
      ...ORDER,
      decidedAt: at(30),
      status: 'accept' as const,
      decidedBy: 'operator:ada',
    };
    const origin = { role: 'manager', address: '203.0.113.9', requestId: 'q' };
    const changes = [
      { event: 'decided', at: at(30), ...origin },
      { event: 'reversal', at: at(40), ...origin, address: null, requestId: null },
    ];
    const movements = [movement('reversal', 40), movement('reversal', 50)];
    expect(
      timelineEntries(sources({ order, movements, changes }))
        .slice(1)
        .map(({ event, facts: { role, address, request_id: id } }) => [event, role, address, id]),
    ).toEqual([
      ['decided', 'manager', '203.0.113.9', 'q'],
      ['reversal', 'manager', undefined, undefined],
      ['reversal', undefined, undefined, undefined],
    ]);
  });

  it('says who has decided and why, and when a handler is asked again', () => {
    const order = {
      ...{ ...ORDER, decidedAt: at(30), status: 'reject' as const, decidedBy: 'operator:ada' },
      ...{ reasonForReseller: 'no stock', decisionNote: 'since Monday' },
    };
    const progress = { updatedAt: at(20), handler: 'codes', tries: 2, dueAt: at(40), note: 'none' };
    expect(timelineEntries(sources({ order, progress })).slice(1)).toEqual([
      {
        at: at(20),
        event: 'delivery',
        facts: { handler: 'codes', tries: 2, due: '2026-01-31T18:00:40.000Z', note: 'none' },
      },
      {
        at: at(30),
        event: 'decided',
        facts: { status: 'reject', by: 'operator:ada', reason: 'no stock', note: 'since Monday' },
      },
    ]);
  });
});
