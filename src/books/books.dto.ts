import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { EVENT_TYPES, type AccountEventType } from '../account/events/event-hash.js';
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

/** By what an event can be verified. */
export class ReceiptDto {
  @ApiProperty({
    type: 'array',
    items: { oneOf: TEXT_OR_NULL },
    example: ['7', '2', 'accepted', 'ID_9fffb0d849a45215', '2026-04-10T13:56:02.123456Z', null],
    description: 'The canonical form of the event.',
  })
  event: (string | null)[];

  @ApiProperty(HASH)
  previous_hash: string;

  @ApiProperty({ ...HASH, description: 'SHA-256 of the hash before and the canonical form.' })
  hash: string;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: null,
    description:
      'For each commitment a salt of 16 bytes in hexadecimal, one behind the other; null if there is none, or it was erased.',
  })
  salts: string | null;

  @ApiProperty({
    oneOf: [{ type: 'array', items: { oneOf: TEXT_OR_NULL } }, { type: 'null' }],
    example: null,
    description: 'The texts committed to, one for each salt.',
  })
  texts: (string | null)[] | null;
}

/** An event with its order as it is now. */
export class OrderEventDto extends ListedOrderDto {
  @ApiProperty({ enum: EVENT_TYPES, example: 'accepted' })
  event: AccountEventType;

  @ApiProperty({ type: 'integer', example: 2, description: '1, 2, 3, … without gaps.' })
  number: number;

  @ApiProperty({ example: '2026-04-10T13:56:02.123456Z', description: 'When it happened.' })
  at: string;

  @ApiPropertyOptional({ enum: [true], description: 'Stands only in events of test orders.' })
  test?: true;

  @ApiPropertyOptional({ description: 'With `receipts=1` only.' })
  receipt?: ReceiptDto;
}

/** Events of the orders of an account. */
export class FeedDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: [OrderEventDto] })
  data: OrderEventDto[];

  @ApiProperty({ example: 'Y2hhbmdlcw', description: 'Send it as `since` to go on.' })
  cursor: string;

  @ApiPropertyOptional({
    enum: [true],
    description:
      'True if `since` is from another history of the database, as before a restore: the events begin anew.',
  })
  restarted?: true;

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
    description: '`api`, `shop`, or `operator:` or `extension:` and a number.',
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
    example: '',
    description:
      'To reference, and to note and actor, in hexadecimal; empty for a debit, null for an entry whose hash covers its texts.',
  })
  commitments: string | null;

  @ApiProperty({
    oneOf: TEXT_OR_NULL,
    example: null,
    description:
      'The salts of the commitments in hexadecimal, 32 digits each; null without commitments, and for withheld texts.',
  })
  salts: string | null;

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
