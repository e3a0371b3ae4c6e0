import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { LEDGER_ENTRY_KINDS, type LedgerEntryKind } from '../account/ledger/ledger-entry-kind.js';
import { CHECKPOINT, type SignedTextDto } from '../account/receipts/receipts.dto.js';
import { CheckedOrderDto } from '../orders/wire/orders.dto.js';

const TEXT_OR_NULL = [{ type: 'string' }, { type: 'null' }];
const HASH = { pattern: '^[0-9a-f]{64}$', example: '38deb357'.repeat(8) };
const MONEY = { pattern: '^-?\\d+\\.\\d{8}$', example: '-1.26048000' };
const NEXT = {
  oneOf: TEXT_OR_NULL,
  example: 'b3JkZXJz',
  description:
    'The `cursor` of the next page; null at the end. A page before the end may be empty.',
};

/** An order of the list: as in check, and more. */
export class ListedOrderDto extends OmitType(CheckedOrderDto, ['reason', 'refunded'] as const) {
  @ApiProperty({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  order_uuid: string;

  @ApiProperty({ type: 'integer', example: 1001 })
  product_id: number;

  @ApiProperty({ pattern: '^\\d+(\\.\\d{1,18})?$', example: '1.26048', description: 'USD.' })
  unit_price: string;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: null,
    description: 'Why the shop rejected the order, or null.',
  })
  reason: string | null;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: '2026-04-10 13:56:02',
    description: 'When the order was accepted or rejected, UTC; null while it waits.',
  })
  decided_at: string | null;

  @ApiProperty({
    example: false,
    description:
      'True for an order whose codes the shop cannot read at present: `replay_api` is null then, and check answers 111.',
  })
  codes_unavailable: boolean;

  @ApiPropertyOptional({
    pattern: '^\\d+(\\.\\d{1,8})?$',
    example: '0.5',
    description: 'USD that the shop has paid back of an accepted order; absent if nothing.',
  })
  refunded?: string;
}

/** A page of orders. */
export class OrdersPageDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: [ListedOrderDto] })
  data: ListedOrderDto[];

  @ApiProperty(NEXT)
  next: string | null;

  @ApiPropertyOptional(CHECKPOINT)
  checkpoint?: SignedTextDto | null;
}

/** A ledger entry. */
export class StatementEntryDto {
  @ApiProperty({ type: 'integer', example: 7 })
  account_id: number;

  @ApiProperty({ type: 'integer', example: 12, description: '1, 2, 3, … without gaps.' })
  sequence: number;

  @ApiProperty({ enum: LEDGER_ENTRY_KINDS, example: 'debit' })
  kind: LedgerEntryKind;

  @ApiProperty({ ...MONEY, description: 'USD; negative for a debit.' })
  amount: string;

  @ApiProperty({ ...MONEY, description: 'USD after the entry.' })
  balance_after: string;

  @ApiProperty({ oneOf: TEXT_OR_NULL, example: 'ID_9fffb0d849a45215' })
  order_id: string | null;

  @ApiProperty({ oneOf: TEXT_OR_NULL, example: null, description: "The shop's own reference." })
  reference: string | null;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: '',
    description:
      'Null, as are `actor` and `reference`, for an old entry whose texts were not written for you.',
  })
  note: string | null;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: 'api',
    description: '`api`, `shop`, or `operator:` and a number.',
  })
  actor: string | null;

  @ApiProperty({ example: '2026-04-10T13:55:48.123456Z' })
  created_at: string;

  @ApiProperty(HASH)
  previous_hash: string;

  @ApiProperty(HASH)
  entry_hash: string;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
    description: 'Of the order; no hash covers it.',
  })
  order_uuid: string | null;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: '60 UC',
    description: 'Of the order; no hash covers it.',
  })
  product_name: string | null;
}

/** A page of the ledger. */
export class StatementPageDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: [StatementEntryDto] })
  data: StatementEntryDto[];

  @ApiProperty(NEXT)
  next: string | null;

  @ApiPropertyOptional(CHECKPOINT)
  checkpoint?: SignedTextDto | null;
}
