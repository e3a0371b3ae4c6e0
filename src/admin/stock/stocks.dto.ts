import { ApiProperty } from '@nestjs/swagger';
import { messageKey } from '../../common/message-key.js';
import { isPrice } from '../../catalog/price-text.js';
import { FlagField, FormField, IntegerField, ListField } from '../../operations/fields/fields.js';
import { nullable } from '../../operations/answers/shown.js';

const MAX_CODE_CHARACTERS = 1_000;
const MAX_CODES = 1_000;
const isCode = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_CODE_CHARACTERS && !/[\r\n]/.test(text);
const CODES = { accepts: isCode, what: 'codes of one line each', max: MAX_CODES };

export class StockDto {
  @ApiProperty({ example: 'uc60' })
  name: string;

  @ApiProperty({ type: 'integer', example: 120, description: 'Codes that can be sold.' })
  free: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Held back after a restore.' })
  held: number;

  @ApiProperty({ type: 'integer', example: 4_310 })
  delivered: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'Fewer free codes are a warning.' })
  warn_below: number;
}

export class StockPageDto {
  @ApiProperty({ type: [StockDto] })
  items: StockDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class NewCodesDto {
  @ListField({ ...CODES, min: 1, description: 'Those that were ever in stock are skipped.' })
  codes: string[];

  @FormField({
    accepts: isPrice,
    must: 'must be USD such as "0.85", with at most 18 decimals',
    refusal: messageKey('field.money', { signed: false, decimals: 18 }),
    optional: true,
    description: 'USD that each was bought for; unknown if absent.',
    example: '0.85',
  })
  cost?: string;

  @FlagField({ optional: true, description: 'True only tells what would be added.' })
  dry_run?: boolean;
}

export class AddedCodesDto {
  @ApiProperty({ description: 'False for a dry run.' })
  applied: boolean;

  @ApiProperty({ type: 'integer', example: 95 })
  added: number;

  @ApiProperty({
    type: 'integer',
    example: 5,
    description: 'Were in stock before, or stand twice.',
  })
  skipped: number;
}

export class WarnBelowDto {
  @IntegerField({ min: 0, max: 999_999, description: '0 never warns.' })
  warn_below: number;
}

export class ReleaseDto {
  @ListField({
    ...CODES,
    min: 0,
    description:
      'Codes, or their stored hashes, that were sold since the restored state; [] if none was.',
  })
  sold: string[];

  @FlagField({ optional: true, description: 'True only tells what would happen.' })
  dry_run?: boolean;
}

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

export class ReleasedDto {
  @ApiProperty({ description: 'False for a dry run.' })
  applied: boolean;

  @ApiProperty({ type: 'integer', example: 40, description: 'Held codes that are sold again.' })
  released: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'Marked as sold.' })
  sold: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Unknown ones, recorded as sold.' })
  recorded: number;

  @ApiProperty({ type: [String], example: [], description: 'Orders that got one of them again.' })
  sold_again_by: string[];
}
