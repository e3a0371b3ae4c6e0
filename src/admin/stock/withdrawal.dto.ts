import { ApiProperty } from '@nestjs/swagger';
import { IntegerField } from '../../operations/fields/fields.js';
import { MAX_CODES } from '../../operations/stock/stock.operations.js';

export class WithdrawalDto {
  @IntegerField({ min: 1, max: MAX_CODES, description: 'The oldest free codes are taken.' })
  count: number;
}

export class WithdrawnCodesDto {
  @ApiProperty({ example: 'uc60' })
  name: string;

  @ApiProperty({ type: [String], description: 'Fewer than asked for if fewer were free.' })
  codes: string[];

  @ApiProperty({ type: 'integer', example: 20, description: 'Codes that can still be sold.' })
  free: number;
}
