import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class QuotedOrderDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  product_id: number;

  @ApiProperty({ type: 'number', example: 2 })
  quantity: number;

  @ApiProperty({ type: 'number', example: 0.63024, description: 'USD per unit, exact.' })
  unit_price: number;

  @ApiProperty({ type: 'number', example: 1.26048, description: 'USD for the order, exact.' })
  price: number;

  @ApiProperty({
    pattern: '^-?\\d+(\\.\\d{1,8})?$',
    example: '150.5',
    description: 'USD that can be spent now, credit limit included, as a decimal string.',
  })
  balance: string;
}

/** Answer of quote. */
export class QuoteDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty()
  data: QuotedOrderDto;

  @ApiPropertyOptional({
    type: [String],
    example: ['daily-limit'],
    description:
      'Rules of the shop’s own that only an order itself can ask, and `delivery` if that alone shows whether it can be delivered; missing if there are none.',
  })
  unchecked?: string[];
}
