import { ApiProperty, getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';

const HASH = { pattern: '^[0-9a-f]{64}$', example: '38deb357'.repeat(8) };
const TIME = { example: '2026-04-10T13:55:48.123456Z' };
const TEXT_OR_NULL = [{ type: 'string' }, { type: 'null' }];

/** What the shop has signed. */
export class SignedTextDto {
  @ApiProperty({
    example: '["souk witness 1","2026-04-10",…]',
    description:
      'A JSON list of texts, whose first one names its kind; docs/ledger.md says the others.',
  })
  signed: string;

  @ApiProperty({ description: 'Ed25519 over the UTF-8 bytes of `signed`, in Base64.' })
  signature: string;

  @ApiProperty({ ...HASH, description: 'The fingerprint of the key, as in receipts/keys.' })
  key: string;
}

const SIGNED_OR_NULL = [{ $ref: getSchemaPath(SignedTextDto) }, { type: 'null' }];

/** The member `checkpoint` of an answer. */
export const CHECKPOINT: ApiPropertyOptions = {
  required: false,
  oneOf: SIGNED_OR_NULL,
  description:
    'With receipts=1: how far the events and the ledger of the account have come, signed; null if the shop does not sign.',
};

/** The parameter for it. */
export const RECEIPTS_PARAMETER = {
  name: 'receipts',
  type: 'string',
  description: '1: also a signed checkpoint of the account, as `checkpoint`.',
  unlisted: true,
} as const;

export class ReceiptKeyDto {
  @ApiProperty({ ...HASH, description: 'SHA-256 over the 32 bytes of the public key.' })
  key: string;

  @ApiProperty({ enum: ['Ed25519'] })
  algorithm: 'Ed25519';

  @ApiProperty({ description: 'The 32 bytes in Base64.' })
  public_key: string;

  @ApiProperty(TIME)
  from: string;

  @ApiProperty({ oneOf: TEXT_OR_NULL, example: null, description: 'Null for the present key.' })
  until: string | null;

  @ApiProperty({ oneOf: TEXT_OR_NULL, example: null, description: 'Why it was retired.' })
  reason: string | null;
}

/** The answer of receipts/keys. */
export class ReceiptKeysDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: [ReceiptKeyDto], description: 'Oldest first.' })
  keys: ReceiptKeyDto[];

  @ApiProperty({
    type: [SignedTextDto],
    description: 'Where the history of the shop went on from an earlier state, oldest first.',
  })
  breaks: SignedTextDto[];
}

/** The answer of receipts/witness. */
export class WitnessDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({
    oneOf: SIGNED_OR_NULL,
    description: 'Null as long as there is none.',
  })
  witness: SignedTextDto | null;
}

/** The answer of receipts/proof. */
export class WitnessProofDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ format: 'date', example: '2026-04-10' })
  day: string;

  @ApiProperty({
    type: [String],
    description:
      'Account, number and hash of its last event, number and hash of its last ledger entry.',
  })
  leaf: string[];

  @ApiProperty({ type: 'integer', example: 3, description: 'Its place among the leaves, from 0.' })
  index: number;

  @ApiProperty({
    type: [String],
    description: 'The hashes beside its way to the root, at most 40.',
  })
  path: string[];

  @ApiProperty()
  witness: SignedTextDto;
}
