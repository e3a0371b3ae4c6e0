import { refusedStep, type RefusedAttempt } from './refused-attempt.js';
import type { SupplierVerdict } from '../supplier/supplier-answers.js';

const SEALED = { kind: 'sealed' } as const;
const UNSEEN: SupplierVerdict = { kind: 'unseen' };
const UNKNOWN: SupplierVerdict = { kind: 'unknown', why: 'no JSON' };
const WAIT: SupplierVerdict = { kind: 'wait', purchased: { orderId: 'ID_1', cost: null } };

const NEVER_SENT = { sends: 0, mayStillArrive: false };
const SENT_ONCE = { sends: 1, mayStillArrive: true };
const SENT_TWICE = { sends: 2, mayStillArrive: true };
const LONG_AGO = { sends: 2, mayStillArrive: false };

type Row = [string, RefusedAttempt, ReturnType<typeof refusedStep>['kind']];

const TABLE: Row[] = [
  ['never sent as far as we know', NEVER_SENT, 'seal'],
  [
    'never sent, and not sealed, and seen',
    { ...NEVER_SENT, sealing: UNKNOWN, checked: WAIT },
    'follow',
  ],
  [
    'never sent, and not sealed, and unseen',
    { ...NEVER_SENT, sealing: UNKNOWN, checked: UNSEEN },
    'refuse',
  ],
  ['sent once', SENT_ONCE, 'seal'],
  ['sent long ago', LONG_AGO, 'seal'],
  ['sealed', { ...SENT_TWICE, sealing: SEALED }, 'refuse'],
  ['known to the supplier after all', { ...SENT_ONCE, sealing: WAIT }, 'follow'],
  ['sent once and unseen', { ...SENT_ONCE, sealing: UNSEEN }, 'refuse'],
  ['sent twice and unseen', { ...SENT_TWICE, sealing: UNSEEN }, 'wait'],
  ['sent twice long ago and unseen', { ...LONG_AGO, sealing: UNSEEN }, 'refuse'],
  ['not sealed by a shop that cannot', { ...SENT_TWICE, sealing: UNKNOWN }, 'check'],
  ['not sealed, and seen', { ...SENT_TWICE, sealing: UNKNOWN, checked: WAIT }, 'follow'],
  ['not sealed, and no answer', { ...SENT_TWICE, sealing: UNKNOWN, checked: UNKNOWN }, 'follow'],
  ['not sealed, sent once, unseen', { ...SENT_ONCE, sealing: UNKNOWN, checked: UNSEEN }, 'refuse'],
  ['not sealed, sent twice, unseen', { ...SENT_TWICE, sealing: UNKNOWN, checked: UNSEEN }, 'wait'],
  ['not sealed, long ago, unseen', { ...LONG_AGO, sealing: UNKNOWN, checked: UNSEEN }, 'refuse'],
];

describe('a refused attempt', () => {
  it.each(TABLE)('that was %s', (_, attempt, kind) => {
    expect(refusedStep(attempt)).toMatchObject({ kind });
  });

  it('continues with the last answer', () => {
    const asked = { ...SENT_TWICE, sealing: UNKNOWN, checked: WAIT };
    expect(refusedStep(asked)).toEqual({ kind: 'follow', verdict: WAIT });
  });
});
