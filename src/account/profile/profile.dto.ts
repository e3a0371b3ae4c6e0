import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CURRENCY } from '../../common/money.js';
import { SignedTextDto } from '../receipts/receipts.dto.js';

/** The answer of `profile`. */
export class ProfileDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: 'integer', example: 7 })
  id: number;

  @ApiProperty({ example: 'Acme' })
  name: string;

  @ApiProperty({ example: 'ops@acme.example' })
  email: string;

  @ApiProperty({
    pattern: '^-?\\d+(\\.\\d{1,8})?$',
    example: '150.5',
    description: 'USD that can be spent now, credit limit included, as a decimal string.',
  })
  balance: string;

  @ApiProperty({ enum: [CURRENCY] })
  currency: typeof CURRENCY;

  @ApiPropertyOptional({
    type: 'integer',
    example: 12,
    description: 'With details=1: the number of the last ledger entry; 0 without any.',
  })
  ledger_sequence?: number;

  @ApiPropertyOptional({
    pattern: '^[0-9a-f]{64}$',
    example: '38deb357'.repeat(8),
    description: 'With details=1: the `entry_hash` of that entry; zeros without any.',
  })
  ledger_hash?: string;

  @ApiPropertyOptional({
    description:
      'With details=1: how far the events and the ledger of the account have come, signed; absent if the shop does not sign.',
  })
  checkpoint?: SignedTextDto;
}
