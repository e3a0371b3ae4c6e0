import { orderFault, waitsInVain, type BoughtOrder } from './bought-orders.js';
import type { Said, Statement } from '../siege/hostile/said.js';

const WAITS: BoughtOrder = {
  ...{ orderId: 'ID_1', status: 'wait', decidedBy: null, note: 'at work', key: 'k', theirs: 'T' },
  ...{ refusal: null, isPaidBack: false, isHeld: false, codes: [] },
};
const DELIVERED: BoughtOrder = {
  ...{ ...WAITS, status: 'accept', decidedBy: 'handler:upstream', codes: ['A'] },
};
const PAID_BACK: BoughtOrder = {
  ...{ ...WAITS, status: 'reject', decidedBy: 'handler:upstream', isPaidBack: true },
};
const REFUSED: BoughtOrder = {
  ...{ ...PAID_BACK, theirs: null, refusal: 'the supplier says ERROR 105' },
};

const NEXT = { decidedBy: 'handler:chaos-job', theirs: null, refusal: 'the supplier says no' };

const ACCEPT: Statement = { kind: 'accept', id: 'T', codes: ['A'], usable: true };
const OTHER_CODES: Statement = { ...ACCEPT, codes: ['B'] };
const OTHER_ID: Statement = { ...ACCEPT, id: 'U' };
const UNUSABLE: Statement = { ...ACCEPT, codes: [], usable: false };
const WAIT: Statement = { kind: 'wait', id: 'T' };
const REJECT: Statement = { kind: 'reject', id: 'T' };
const NO: Statement = { kind: 'refused' };
const SEALED: Statement = { kind: 'sealed' };

const clearly = (...all: Statement[]): Said[] =>
  all.map((one) => ({ ...one, at: 0, certain: true }));
const perhaps = (...all: Statement[]): Said[] =>
  all.map((one) => ({ ...one, at: 0, certain: false }));

describe('an order that was bought from a supplier that lies', () => {
  it.each<[string, BoughtOrder, Said[]]>([
    ['waits for one that is at work', WAITS, clearly(WAIT)],
    ['waits for other orders than its own', WAITS, clearly(WAIT, OTHER_ID)],
    ['waits after codes that are too many', WAITS, clearly(UNUSABLE)],
    ['waits after what may not have arrived', WAITS, perhaps(ACCEPT)],
    ['has what was said', DELIVERED, clearly(ACCEPT)],
    ['has what was said first', DELIVERED, clearly(ACCEPT, OTHER_CODES, REJECT)],
    ['was rejected there', PAID_BACK, clearly(WAIT, REJECT, ACCEPT)],
    ['was refused, and its key sealed', REFUSED, clearly(NO, SEALED)],
    ['was too expensive, and its key sealed', { ...REFUSED, refusal: 'it costs' }, clearly(SEALED)],
    ['was refused, and delivered by the next', { ...DELIVERED, ...NEXT }, clearly(NO, SEALED)],
  ])('%s', (_, order, said) => {
    expect(orderFault(order, said)).toBeUndefined();
  });

  it.each<[string, BoughtOrder, Said[]]>([
    ['waits without a reason', { ...WAITS, note: '' }, []],
    ['was delivered otherwise than the supplier says', DELIVERED, []],
    ['was delivered otherwise than the supplier says', DELIVERED, clearly(OTHER_CODES)],
    ['was delivered otherwise than the supplier says', DELIVERED, clearly(OTHER_ID)],
    ['was paid back without an answer', PAID_BACK, clearly(WAIT, ACCEPT)],
    ['was paid back without an answer', PAID_BACK, clearly(WAIT, NO, SEALED)],
    ['was paid back without an answer', REFUSED, clearly(NO)],
    ['was paid back without an answer', REFUSED, clearly(SEALED)],
    ['was paid back without an answer', { ...REFUSED, theirs: 'T' }, clearly(NO, WAIT, SEALED)],
    ['was paid back and delivered', { ...DELIVERED, isPaidBack: true }, clearly(ACCEPT)],
    ['was paid back and delivered', { ...PAID_BACK, codes: ['A'] }, clearly(ACCEPT, REJECT)],
  ])('%s: a fault', (fault, order, said) => {
    expect(orderFault(order, said)).toBe(fault);
  });

  it('waits in vain once an answer that surely arrived has ended it', () => {
    expect(waitsInVain(WAITS, clearly(WAIT, ACCEPT))).toBe(true);
    expect(waitsInVain(WAITS, perhaps(ACCEPT))).toBe(false);
    expect(waitsInVain(WAITS, clearly(OTHER_ID, UNUSABLE))).toBe(false);
    expect(waitsInVain(DELIVERED, clearly(ACCEPT))).toBe(false);
  });
});
