import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { TOKEN_HEADER, WIRE_VERSION, type RouteGroup } from '../common/http/wire.js';
import { CURRENCY } from '../common/money.js';

class IntegrationAuthDto {
  @ApiProperty({ example: TOKEN_HEADER })
  header: string;

  @ApiProperty({ example: 'Authorization: Bearer <API_TOKEN>' })
  alternative: string;
}

class IntegrationQueryDto {
  @ApiProperty({ example: 'products_id' })
  name: string;

  @ApiProperty({ example: 'string' })
  type: string;

  @ApiProperty()
  required: boolean;
}

export class IntegrationRouteDto {
  @ApiProperty({ example: 'products' })
  name: string;

  @ApiProperty({ example: 'GET' })
  method: string;

  @ApiProperty({ example: '/client/api/products' })
  path: string;

  @ApiProperty({ description: 'Whether the route needs a token.' })
  auth: boolean;

  @ApiProperty({ enum: ['V53', 'V81'] })
  group: RouteGroup;

  @ApiProperty({ type: [IntegrationQueryDto] })
  query: IntegrationQueryDto[];
}

class IntegrationErrorDto {
  @ApiProperty({ type: 'integer', example: 120 })
  code: number;

  @ApiProperty({ example: 'The API token is missing.' })
  meaning: string;
}

/** The answer of integration. */
export class IntegrationDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ enum: [WIRE_VERSION] })
  version: typeof WIRE_VERSION;

  @ApiProperty({ format: 'uri', example: 'https://shop.example' })
  base_url: string;

  @ApiProperty()
  auth: IntegrationAuthDto;

  @ApiProperty({ format: 'uri', example: 'https://shop.example/openapi.json' })
  openapi: string;

  @ApiProperty({ enum: [CURRENCY] })
  currency: typeof CURRENCY;

  @ApiProperty({ type: [IntegrationRouteDto] })
  routes: IntegrationRouteDto[];

  @ApiProperty({ type: [IntegrationErrorDto] })
  errors: IntegrationErrorDto[];

  @ApiPropertyOptional({
    type: [String],
    description:
      'The fingerprints of the keys that sign receipts, oldest first; absent without one.',
  })
  receipt_keys?: readonly string[];
}
