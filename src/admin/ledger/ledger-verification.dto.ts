import { ApiProperty } from '@nestjs/swagger';
import { IdParameter, TimeField } from '../../operations/fields/fields.js';

export class LedgerVerificationQuery {
  @IdParameter({ optional: true, description: 'Only the ledger of this account.' })
  account_id?: string;

  @TimeField({
    optional: true,
    description: 'The digest ends before this time; all entries are verified in any case.',
  })
  until?: string;
}

/** The verdict on one state of the ledgers. */
export class LedgerVerificationDto {
  @ApiProperty({ type: 'integer', example: 12 })
  accounts: number;

  @ApiProperty({ type: 'integer', example: 4_711 })
  entries: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Ledgers that are wrong.' })
  wrong: number;

  @ApiProperty({
    type: [String],
    example: [],
    description: 'The first bad entry of each of the first 100 wrong ledgers.',
  })
  faults: string[];

  @ApiProperty({
    example: '38deb357'.repeat(8),
    description: 'SHA-256 over the last entries of the ledgers, for an auditor to keep.',
  })
  digest: string;
}
