import { ApiProperty } from '@nestjs/swagger';
import { TIME } from '../../operations/answers/shown.js';

/** Something that has happened to an order. */
export class TimelineEntryDto {
  @ApiProperty(TIME)
  at: string;

  @ApiProperty({
    example: 'debit',
    description: 'Such as placed, debit, purchase sent, decided, webhook sent.',
  })
  event: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { amount: '-0.89' },
    description:
      'By name, without account fields and codes. What a supplier has charged is there with the permission `costs.read` alone, and what it has said with `suppliers.balances` as well.',
  })
  facts: Record<string, string | number>;
}

export class TimelineDto {
  @ApiProperty({ type: [TimelineEntryDto] })
  items: TimelineEntryDto[];
}
