import type { SupplierVerdict } from '../supplier/supplier-answers.js';
import { followUp, type FollowUp } from './follow-up.js';
import type { Sealing } from './refused-attempt.js';

const purchased = { orderId: 'ID_1', cost: '2' };
const ACCEPT: SupplierVerdict = { kind: 'accept', codes: ['A'], purchased };
const WAIT: SupplierVerdict = { kind: 'wait', purchased };
const REJECTED: SupplierVerdict = { kind: 'rejected', purchased };
const UNSEEN: SupplierVerdict = { kind: 'unseen' };
const UNKNOWN: SupplierVerdict = { kind: 'unknown', why: 'odd' };
const REFUSED: SupplierVerdict = { kind: 'refused', reason: 'no' };

const open = (note: string): FollowUp => ({ kind: 'open', note });
const NEVER: FollowUp = { kind: 'settled', bought: false, note: 'never bought' };
const BOUGHT: FollowUp = {
  kind: 'settled',
  bought: true,
  note: 'ID_1 was delivered',
  there: ACCEPT,
};
const GIVEN_BACK: FollowUp = {
  kind: 'settled',
  bought: false,
  note: 'ID_1 was rejected',
  there: REJECTED,
};
const AT_WORK: FollowUp = { kind: 'open', note: 'ID_1 is at work', there: WAIT };

const LOST = open('order ID_1 is not known there any more');

type Row = [string, string | null, boolean, Sealing, FollowUp];

/** The supplier's order as we know it, whether a request may still arrive, and the supplier's answer. */
const TABLE: Row[] = [
  ['is sealed', null, true, { kind: 'sealed' }, NEVER],
  ['is sealed, but was known', 'ID_1', false, { kind: 'sealed' }, LOST],
  ['was delivered', null, true, ACCEPT, BOUGHT],
  ['was delivered, as known', 'ID_1', true, ACCEPT, BOUGHT],
  ['has become another one', 'ID_0', true, ACCEPT, open('ID_0 has become ID_1')],
  ['was rejected', 'ID_1', true, REJECTED, GIVEN_BACK],
  ['is at work', 'ID_1', false, WAIT, AT_WORK],
  ['is not told', null, false, UNKNOWN, open('odd')],
  ['is refused to be told', null, false, REFUSED, open('no')],
  ['is not known, and may arrive', null, true, UNSEEN, open('a request may still arrive there')],
  ['is not known, and cannot arrive', null, false, UNSEEN, NEVER],
  ['is not known any more', 'ID_1', false, UNSEEN, LOST],
];

it.each(TABLE)('a purchase that %s', (_, supplierOrderId, mayStillArrive, answer, becomes) => {
  expect(followUp({ supplierOrderId, mayStillArrive }, answer)).toEqual(becomes);
});
