import {
  LedgerVerificationService,
  type LedgerVerdict,
} from '../../account/ledger/ledger-verification.service.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { text, texts, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter, TimeField } from '../fields/fields.js';
import { reading, type AskedReading } from '../reading.js';

export class LedgerVerificationQuery {
  @IdParameter({ optional: true, description: 'Only the ledger of this account.' })
  account_id?: string;

  @TimeField({
    optional: true,
    description: 'The digest ends before this time; all entries are verified in any case.',
  })
  until?: string;
}

const MAX_FAULTS = 100;

/** The verdict on one state of the ledgers. */
const VERDICT = shapeOf<LedgerVerdict>()('LedgerVerificationDto', {
  accounts: whole({ example: 12 }),
  entries: whole({ example: 4_711 }),
  wrong: whole(({ faults }) => faults.length, {
    example: 0,
    description: 'Ledgers that are wrong.',
  }),
  faults: texts(({ faults }) => faults.slice(0, MAX_FAULTS), {
    example: [],
    description: 'The first bad entry of each of the first 100 wrong ledgers.',
  }),
  digest: text({
    example: '38deb357'.repeat(8),
    description: 'SHA-256 over the last entries of the ledgers, for an auditor to keep.',
  }),
});
export type LedgerVerificationDto = ShownBy<typeof VERDICT>;

/** The shops whose ledgers are being read: one verification takes a connection and a part of the processor. */
const VERIFYING = new WeakSet<LedgerVerificationService>();

export const ledgerVerify = reading({
  name: 'ledger verify',
  summary: 'recompute ledgers, name the first bad entry of each wrong one, and make the digest',
  permission: 'ledger.verify',
  route: 'GET ledger/verification',
  query: LedgerVerificationQuery,
  shape: VERDICT,
  read: async ({
    services,
    query: { account_id: account, until },
    signal,
  }: AskedReading<number, LedgerVerificationQuery>) => {
    const ledgers = services(LedgerVerificationService);
    if (VERIFYING.has(ledgers)) throw new ConflictError(...sentence('ledger.verifying'));
    VERIFYING.add(ledgers);
    try {
      return await ledgers.verify({
        ...(signal && { signal }),
        ...(account !== undefined && { accountId: Number(account) }),
        ...(until !== undefined && { until: new Date(until) }),
      });
    } finally {
      VERIFYING.delete(ledgers);
    }
  },
});
