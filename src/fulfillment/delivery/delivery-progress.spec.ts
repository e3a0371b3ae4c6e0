import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';
import { deliveryProgress, type DeliveryProgress } from './delivery-progress.js';

const DELIVERED: FulfillmentOutcome = { kind: 'delivered', codes: ['A'], note: 'by hand' };
const PENDING: FulfillmentOutcome = { kind: 'pending', againInSeconds: 7, note: 'soon' };
const REFUSED: FulfillmentOutcome = { kind: 'refused', reason: 'sold out' };
const NOTHING: DeliveryProgress = { kind: 'nothing' };
const ACCEPT: DeliveryProgress = {
  kind: 'close',
  verdict: { status: 'accept', codes: ['A'], note: 'by hand' },
};
const REJECT: DeliveryProgress = {
  kind: 'close',
  verdict: { status: 'reject', reasonForReseller: null, note: 'sold out' },
};

function goOn(
  step: number,
  tries: number,
  againInSeconds: number | null,
  note: string,
): DeliveryProgress {
  return { kind: 'goOn', step, tries, againInSeconds, note };
}

/** No other run has asked, and nobody wants it. */
const UNTOUCHED = { tries: 0, isWanted: false };

type Row = [string, FulfillmentOutcome | null, number, number, DeliveryProgress];

/** An order with two handlers, of which the current one had been asked three times when the run started. */
const TABLE: Row[] = [
  ['delivered', DELIVERED, 0, 3, ACCEPT],
  ['delivered, while another run has asked again', DELIVERED, 0, 4, ACCEPT],
  ['pending', PENDING, 0, 3, goOn(0, 4, 7, 'soon')],
  ['pending, while another run has asked again', PENDING, 0, 4, NOTHING],
  ['refused by the first handler', REFUSED, 0, 3, goOn(1, 0, 0, 'sold out')],
  ['refused by the first, while another run has asked', REFUSED, 0, 4, goOn(1, 0, 0, 'sold out')],
  ['refused by the last handler', REFUSED, 1, 3, REJECT],
  ['left to the operator', null, 1, 3, goOn(1, 3, null, '')],
];

describe('a delivery', () => {
  it.each(TABLE)('that is %s', (_, outcome, step, tries, progress) => {
    expect(
      deliveryProgress({ step, tries: 3, handlers: 2 }, outcome, { tries, isWanted: false }),
    ).toEqual(progress);
  });

  it('is pending no longer than until now if somebody wants its handler to be asked', () => {
    const state = { step: 0, tries: 3, handlers: 2 };
    const at = (tries: number) => deliveryProgress(state, PENDING, { tries, isWanted: true });
    expect([at(3), at(4)]).toEqual([goOn(0, 4, 0, 'soon'), NOTHING]);
  });

  it('shortens a note to what can be stored', () => {
    const reason = 'x'.repeat(2_000);
    const progress = deliveryProgress(
      { step: 0, tries: 0, handlers: 1 },
      { kind: 'refused', reason },
      UNTOUCHED,
    );
    expect(progress).toEqual({
      kind: 'close',
      verdict: { status: 'reject', reasonForReseller: null, note: 'x'.repeat(1_000) },
    });
  });

  it.each([
    [' wrong player\0 ', 'wrong player'],
    ['y'.repeat(1_001), 'y'.repeat(1_000)],
    [' ', null],
  ])('gives the reseller what the last handler says for the reseller: %j', (text, stored) => {
    const outcome = { ...REFUSED, reasonForReseller: text };
    expect(deliveryProgress({ step: 1, tries: 0, handlers: 2 }, outcome, UNTOUCHED)).toEqual({
      kind: 'close',
      verdict: { status: 'reject', reasonForReseller: stored, note: 'sold out' },
    });
    expect(deliveryProgress({ step: 0, tries: 0, handlers: 2 }, outcome, UNTOUCHED)).toEqual(
      goOn(1, 0, 0, 'sold out'),
    );
  });
});
