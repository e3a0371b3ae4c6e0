import {
  ReceiptCheck,
  type CheckedReceipts,
} from '../../account/receipts/checking/receipt-check.service.js';
import type { CheckedCheckpoint } from '../../account/receipts/checking/chain-findings.js';
import { HISTORIES, VERDICTS } from '../../account/receipts/checking/receipt-verdict.js';
import { SIGNATURES } from '../../account/receipts/signature-state.js';
import { OperatorError } from '../../common/app-error.js';
import { englishSentence, sentence, type MessageKey } from '../../common/sentence.js';
import { text, whole, word } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { FileField } from '../fields/fields.js';
import { operation } from '../operation.js';

/** As much as any form with a file takes; the command takes files of any size. */
const MAX_FILE_BYTES = 300_000;

class ReceiptFileDto {
  @FileField({
    maxBytes: MAX_FILE_BYTES,
    description: 'What a reseller has saved: at most 300 kB.',
  })
  file: string;
}

const CHECKPOINT = shapeOf<CheckedCheckpoint>()('CheckedCheckpointDto', {
  time: text(),
  entry: whole(({ entry: [number] }) => number),
  event: whole(({ event: [number] }) => number),
  key: text({ description: 'The fingerprint of the key that has signed it.' }),
  signature: word(SIGNATURES)(({ state }) => state),
  history: word(HISTORIES)({ description: 'In which it was signed.' }),
});

const known = (number: number): number | null => (number === Infinity ? null : number);

/** What a verdict says, for those who say it in another language. */
export const verdictKey = (found: { verdict: string; part: string; number: number | null }) =>
  ({
    key: `receipts.${found.verdict}`,
    values: { part: found.part, number: found.number ?? 0 },
  }) satisfies MessageKey;

export const CHECKED_RECEIPTS = shapeOf<CheckedReceipts>()('CheckedReceiptsDto', {
  verdict: word(VERDICTS)(),
  says: text((found) => englishSentence(verdictKey(found)), {
    description: 'The verdict in words.',
  }),
  part: word(['entry', 'event'])({ description: 'Of the number.' }),
  number: whole.orNull(({ number }) => known(number), {
    description: 'The first one that is wrong.',
  }),
  account_id: whole(),
  entries_in_file: whole(({ entries }) => entries.numbers.size, {
    description: 'How many the file holds.',
  }),
  entries_from: whole(({ entries }) => entries.first, {
    description: 'The first one of the file; 0 without any.',
  }),
  entries: whole(({ entries }) => entries.last, { description: 'The last one of the file.' }),
  entries_without_texts: whole(({ entries }) => entries.withoutTexts.size, {
    description:
      'Those whose texts are left out, withheld or erased: only their hashes are proven.',
  }),
  entries_in_shop: whole((found) => Number(found.entriesInShop)),
  entries_differ_from: whole.orNull(({ entries }) => known(entries.differs)),
  events_in_file: whole(({ events }) => events.numbers.size),
  events_from: whole(({ events }) => events.first),
  events: whole(({ events }) => events.last),
  events_without_texts: whole(({ events }) => events.withoutTexts.size),
  events_in_shop: whole((found) => Number(found.eventsInShop)),
  events_differ_from: whole.orNull(({ events }) => known(events.differs)),
  checkpoints: many(CHECKPOINT, ({ checkpoints }: CheckedReceipts) => checkpoints),
});
export type CheckedReceiptsDto = ShownBy<typeof CHECKED_RECEIPTS>;

export const receiptsCheck = operation({
  name: 'receipts check',
  summary: 'compare a statement, events or a checkpoint that a reseller has saved with the books',
  permission: 'ledger.verify',
  route: 'POST receipts/check',
  kind: 'reading',
  input: ReceiptFileDto,
  answer: CHECKED_RECEIPTS.type,
  run: async ({ services, input: { file } }) => {
    const bytes = Buffer.from(file, 'base64');
    if (bytes.length > MAX_FILE_BYTES) {
      throw new OperatorError(...sentence('receipts.size', { kilobytes: MAX_FILE_BYTES / 1000 }));
    }
    const found = await services(ReceiptCheck).check(bytes.toString().split('\n'));
    return { answer: CHECKED_RECEIPTS.of(found) };
  },
});
