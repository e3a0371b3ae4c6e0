import { ApiProperty } from '@nestjs/swagger';
import { CURRENCY } from '../../common/money.js';

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
}
