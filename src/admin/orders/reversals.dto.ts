import { ApiProperty } from '@nestjs/swagger';
import { FlagField, MoneyField, TextField } from '../../operations/fields/fields.js';
import { TIME } from '../../operations/answers/shown.js';

export class NewReversalDto {
  @MoneyField({ optional: true, example: '2.5', description: 'USD; either this or `all`.' })
  amount?: string;

  @FlagField({ optional: true, description: 'True for all that was not paid back yet.' })
  all?: boolean;

  @TextField({
    max: 1_000,
    min: 1,
    example: 'The codes were used before.',
    description: 'For the reseller: in ledger and webhook.',
  })
  reason: string;

  @TextField({
    max: 200,
    min: 1,
    optional: true,
    example: 'ticket-17',
    description: 'Unique within the account; the reseller reads it.',
  })
  reference?: string;
}

/** A reversal that has been posted. */
export class ReversalDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: '5', description: 'USD: what the order has cost.' })
  total: string;

  @ApiProperty({ example: '2.5', description: 'USD that were paid back now.' })
  amount: string;

  @ApiProperty({ example: '2.5', description: 'USD that were paid back of the order in all.' })
  refunded: string;

  @ApiProperty({ example: '97.5', description: 'USD: the balance of the account after it.' })
  balance: string;

  @ApiProperty({ example: 'ticket-17' })
  reference: string;

  @ApiProperty({ example: 'The codes were used before.' })
  reason: string;

  @ApiProperty(TIME)
  created_at: string;
}
