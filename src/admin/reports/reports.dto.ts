import { ApiProperty } from '@nestjs/swagger';
import { SALES_DIMENSIONS, type SalesDimension } from '../../reports/report-shapes.js';
import {
  IntegerParameter,
  MoneyField,
  TimeField,
  WordField,
} from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const FORMATS = ['json', 'csv'] as const;
/** Rows of a report, unless others are asked for. */
const USUAL_ROWS = 100;
/** Most rows of a report. */
const MAX_ROWS = 10_000;

const USD = { type: 'string', example: '12.5', description: 'USD.' } as const;
const COST = 'Null without the permission `costs.read`.';
const COST_IN_USD = { ...nullable(USD), description: `USD. ${COST}` };
const UNKNOWN_COST = { ...nullable({ type: 'integer', example: 0 }), description: COST };

export class ReportQuery {
  @IntegerParameter({
    min: 1,
    max: MAX_ROWS,
    description: `Most rows; ${USUAL_ROWS} if absent, ${MAX_ROWS} as CSV.`,
  })
  limit?: string;

  @WordField(FORMATS, { optional: true, description: 'csv answers a file, without the total.' })
  format?: (typeof FORMATS)[number];
}

/** The most rows of the report that was asked for. */
export function rowsOf({ limit, format }: ReportQuery): number {
  if (limit !== undefined) return Number(limit);
  return format === 'csv' ? MAX_ROWS : USUAL_ROWS;
}

export class SalesQuery extends ReportQuery {
  @WordField(SALES_DIMENSIONS, { optional: true, description: 'A row for each; day if absent.' })
  by?: SalesDimension;

  @TimeField({ optional: true, description: 'Then or later; 30 days if absent.' })
  from?: string;

  @TimeField({ optional: true, description: 'Before; now if absent. At most 366 days.' })
  to?: string;
}

export class LowBalanceQuery extends ReportQuery {
  @MoneyField({ signed: true, example: '100', description: 'USD, credit included.' })
  below: string;
}

export class SalesSumsDto {
  @ApiProperty({ type: 'integer', example: 12, description: 'Placed in the period.' })
  orders: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Those that wait.' })
  waiting: number;

  @ApiProperty({ ...USD, description: 'USD: debits of the period, less refunds and reversals.' })
  sales: string;

  @ApiProperty(COST_IN_USD)
  cost: string | null;

  @ApiProperty(COST_IN_USD)
  profit: string | null;

  @ApiProperty({ ...COST_IN_USD, description: `USD of sales whose cost is unknown. ${COST}` })
  sales_without_cost: string | null;

  @ApiProperty({ ...UNKNOWN_COST, description: `Accepted orders of unknown cost. ${COST}` })
  unknown_cost: number | null;
}

export class SalesRowDto extends SalesSumsDto {
  @ApiProperty({
    ...nullable({ type: 'string', example: '2026-01-31' }),
    description: 'A day in UTC, or an id; null for sales without it, such as without a supplier.',
  })
  key: string | null;

  @ApiProperty(nullable({ type: 'string', example: null }))
  name: string | null;
}

export class UnneededPurchasesDto {
  @ApiProperty({ type: 'integer', example: 0 })
  purchases: number;

  @ApiProperty({ ...USD, description: 'USD that suppliers charged. In no other cost or profit.' })
  cost: string;

  @ApiProperty({ type: 'integer', example: 0, description: 'Those whose charge is unknown.' })
  unknown_cost: number;
}

export class SalesReportDto {
  @ApiProperty({ enum: SALES_DIMENSIONS })
  by: SalesDimension;

  @ApiProperty(TIME)
  from: string;

  @ApiProperty(TIME)
  to: string;

  @ApiProperty({ type: [SalesRowDto] })
  items: SalesRowDto[];

  @ApiProperty({ type: SalesSumsDto, description: 'Of all rows, those left out included.' })
  total: SalesSumsDto;

  @ApiProperty({
    type: UnneededPurchasesDto,
    nullable: true,
    description: `Delivered by suppliers in the period, after their orders were closed by hand. ${COST}`,
  })
  unneeded_purchases: UnneededPurchasesDto | null;

  @ApiProperty({ description: 'True if there are more rows than `limit`.' })
  more: boolean;
}

export class LowBalanceDto {
  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: 'Acme Games' })
  name: string;

  @ApiProperty(USD)
  balance: string;

  @ApiProperty(USD)
  credit_limit: string;

  @ApiProperty({ ...USD, description: 'USD: balance and credit limit together.' })
  spendable: string;
}

export class LowBalancesDto {
  @ApiProperty({ type: [LowBalanceDto] })
  items: LowBalanceDto[];

  @ApiProperty({ description: 'True if there are more rows than `limit`.' })
  more: boolean;
}

export class StockValueDto {
  @ApiProperty({ example: 'google-play-10' })
  stock: string;

  @ApiProperty({ type: 'integer', example: 120, description: 'Codes that can be sold.' })
  free: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Held back after a restore.' })
  held: number;

  @ApiProperty({ ...COST_IN_USD, description: `USD that they were bought for. ${COST}` })
  value: string | null;

  @ApiProperty({ ...UNKNOWN_COST, description: `Codes of unknown cost. ${COST}` })
  unknown_cost: number | null;
}

export class StockValuesDto {
  @ApiProperty({ type: [StockValueDto] })
  items: StockValueDto[];

  @ApiProperty({ description: 'True if there are more rows than `limit`.' })
  more: boolean;
}
