import { ApiProperty } from '@nestjs/swagger';
import { messageKey } from '../../common/message-key.js';
import { isPercentage } from '../../catalog/price-text.js';
import {
  FlagField,
  FormField,
  IdField,
  IntegerField,
  JsonField,
  MoneyField,
  TextField,
} from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const NAME = /^[^\s=/]{1,100}$/;
const TOKEN = /^[\x21-\x7e]{1,500}$/;
const MAX_SYNC_MINUTES = 525_600;
const MARKUP = {
  accepts: isPercentage,
  must: 'must be a percentage such as "10" or "-2.5", from -100 to 100000',
  refusal: messageKey('field.percentage', {}),
  optional: true,
  example: '10',
} as const;

class SupplierPartsDto {
  @IntegerField({
    min: 1,
    max: 100,
    optional: true,
    description: 'Calls at a time, of one server.',
  })
  max_concurrent?: number;

  @IntegerField({ min: 1, max: 20, optional: true, description: 'For an answer.' })
  timeout_seconds?: number;

  @MoneyField({ optional: true, description: 'USD; a balance below is worth a warning.' })
  low_balance?: string;
}

export class NewSupplierDto extends SupplierPartsDto {
  @FormField({
    accepts: (text) => NAME.test(text),
    must: 'must be a name of at most 60 characters without spaces, = and /',
    refusal: messageKey('supplier.name', {}),
    description: 'What products name it by.',
    example: 'acme',
  })
  name: string;

  @TextField({
    min: 1,
    max: 2_000,
    description: 'Its base address.',
    example: 'https://acme.example',
  })
  url: string;

  @TokenField()
  token: string;
}

/** What is left out stays. */
export class SupplierChangeDto extends SupplierPartsDto {
  @TextField({
    min: 1,
    max: 2_000,
    optional: true,
    description: 'Of the same shop; at another server together with the token.',
  })
  url?: string;

  @TokenField(true)
  token?: string;
}

/** Our token there, which is stored encrypted and never shown. */
function TokenField(optional?: true): PropertyDecorator {
  return TextField({
    min: 1,
    max: 500,
    ...(optional && { optional }),
    description: 'Our token there; it is never shown.',
  });
}

/** True for a text that can be sent as a token. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** How a supplier's catalog is listed in ours. What is left out stays. */
export class ListingDto {
  @FormField({ ...MARKUP, description: 'On its prices.' })
  markup?: string;

  @JsonField(
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    {
      optional: true,
      description: 'Others, by category of theirs and all below; null takes one back.',
      example: { 12: '25' },
    },
  )
  markup_by_category?: Record<string, unknown>;

  @IdField({ optional: true, description: 'Category of ours for its root categories.' })
  into_category?: number;
}

export class SyncDto extends ListingDto {
  @IntegerField({
    min: 1,
    max: MAX_SYNC_MINUTES,
    optional: true,
    nullable: true,
    description: 'Minutes between two syncs; null for none.',
  })
  every_minutes?: number | null;
}

export class SupplierImportDto extends ListingDto {
  @FlagField({ optional: true, description: 'True only tells what would change.' })
  dry_run?: boolean;

  @FlagField({ optional: true, description: 'True also when most of its products are gone.' })
  force?: boolean;
}

export class SupplierImportedDto {
  @ApiProperty({ description: 'False for a dry run.' })
  applied: boolean;

  @ApiProperty({ type: 'integer', example: 12 })
  created: number;

  @ApiProperty({ type: 'integer', example: 3 })
  updated: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Those of the updated ones whose fields change their order.',
  })
  reordered: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Switched off.' })
  gone: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Switched on again.' })
  returned: number;
}

export class SupplierDto {
  @ApiProperty({ example: 'acme' })
  name: string;

  @ApiProperty({ example: 'https://acme.example' })
  url: string;

  @ApiProperty({ type: 'integer', example: 10 })
  max_concurrent: number;

  @ApiProperty({ type: 'integer', example: 10 })
  timeout_seconds: number;

  @ApiProperty(nullable({ type: 'string', example: '50' }))
  low_balance: string | null;

  @ApiProperty({ example: '10', description: 'Percentage on its prices.' })
  markup: string;

  @ApiProperty(nullable({ type: 'integer', example: 3 }))
  into_category: number | null;

  @ApiProperty(nullable({ type: 'integer', example: 60 }))
  sync_minutes: number | null;
}

/** A supplier with what is known of it; its settings alone are what a change compares. */
export class KnownSupplierDto extends SupplierDto {
  @ApiProperty(
    nullable({ type: 'string', example: '120.5', description: 'Null without suppliers.balances.' }),
  )
  balance: string | null;

  @ApiProperty(nullable(TIME))
  checked_at: string | null;

  @ApiProperty({ example: '', description: 'Why the last check failed.' })
  error: string;

  @ApiProperty(nullable(TIME))
  synced_at: string | null;

  @ApiProperty({ example: '', description: 'Why the last sync failed.' })
  sync_error: string;
}

export class SupplierPageDto {
  @ApiProperty({ type: [KnownSupplierDto] })
  items: KnownSupplierDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}
