import { ApiProperty } from '@nestjs/swagger';
import { JsonField } from '../../operations/fields/fields.js';

/** One way of delivering a product. */
export class DeliveryStepDto {
  @ApiProperty({ example: 'codes' })
  handler: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { stock: 'uc60' } })
  settings: object;
}

export class DeliveryDto {
  @ApiProperty({
    type: [DeliveryStepDto],
    description: 'Each is tried when the one before refuses; none: the operator delivers.',
  })
  steps: DeliveryStepDto[];
}

export class DeliverySettingDto {
  @JsonField(
    { type: 'array', items: { type: 'object' }, maxItems: 10 },
    {
      description: 'Handlers with their settings, in their order; [] for the operator.',
      example: [{ handler: 'codes', settings: { stock: 'uc60' } }],
    },
  )
  steps: unknown[];
}

export class HandlersDto {
  @ApiProperty({ type: [String], example: ['manual', 'test', 'codes', 'upstream'] })
  items: string[];
}
