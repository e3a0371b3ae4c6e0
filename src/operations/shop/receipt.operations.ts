import { ReceiptHistory } from '../../account/receipts/receipt-history.service.js';
import type { ListedKey } from '../../account/receipts/signing-keys.repository.js';
import { SigningKeys } from '../../account/receipts/signing-keys.service.js';
import { text } from '../answers/answer-fields.js';
import { shapeOf } from '../answers/shape.js';
import { FlagField, TextField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';

const MAX_CHARACTERS = 300;

export class KeyReplacementDto {
  @TextField({
    max: MAX_CHARACTERS,
    min: 1,
    example: 'the server was sold',
    description: 'Why the present key is retired; resellers read it.',
  })
  reason: string;

  @FlagField({
    optional: true,
    flag: 'compromised',
    description: 'Somebody else may have the key, so what it has signed proves nothing any more.',
  })
  compromised?: boolean;
}

export class BreakCauseDto {
  @TextField({
    max: MAX_CHARACTERS,
    min: 1,
    example: 'the disk failed; 40 seconds are lost',
    description: 'Why the history of the shop went on from an earlier state; resellers read it.',
  })
  cause: string;
}

/** The present key, for people: its fingerprint is what they compare. */
export const SIGNING_KEY = shapeOf<ListedKey>()('SigningKeyDto', {
  fingerprint: text({ example: '38deb357'.repeat(8) }),
  public_key: text(({ publicKey }) => publicKey.toString('base64')),
  from: text(),
});

/** Null as long as nothing was signed. */
const KEY = {
  noun: 'signing key',
  shape: SIGNING_KEY,
  locked: (services, manager) => services(SigningKeys).locked(manager),
} satisfies Target<ListedKey | null>;

export const receiptsKeyReplace = operation({
  name: 'receipts key replace',
  summary: 'retire the key that signs receipts, and make another',
  permission: 'settings.edit',
  route: 'POST receipts/key',
  target: KEY,
  input: KeyReplacementDto,
  run: async ({ services, manager, input: { reason, compromised = false } }) => {
    await services(SigningKeys).replace(manager, compromised ? `compromised: ${reason}` : reason);
  },
});

const BREAK = shapeOf<{ readonly signed: string }>()('HistoryBreakDto', {
  signed: text({ description: 'The texts of the break, as they are signed.' }),
});

export const receiptsBreak = operation({
  name: 'receipts break',
  summary: 'say why the history of the shop went on from an earlier state, the last time',
  permission: 'settings.edit',
  route: 'PUT receipts/break',
  input: BreakCauseDto,
  answer: BREAK.type,
  run: async ({ services, manager, input: { cause } }) => {
    const { before, after } = await services(ReceiptHistory).explain(manager, cause);
    return { answer: BREAK.of({ signed: after }), before: { signed: before } };
  },
});
