import { ApiProperty } from '@nestjs/swagger';
import {
  LEDGER_ENTRY_KINDS,
  type LedgerEntryKind,
} from '../../account/ledger/ledger-entry-kind.js';
import { TimeField } from '../../operations/fields/fields.js';
import { ListQuery } from '../http/page.js';
import { nullable, TIME } from '../../operations/fields/shown.js';

export class LedgerQuery extends ListQuery {
  @TimeField({ optional: true, description: 'Only entries of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only entries before this time.' })
  to?: string;
}

/** A ledger entry, with its place in the chain. */
export class LedgerEntryDto {
  @ApiProperty({ example: '12', description: '1, 2, 3, … without gaps.' })
  sequence: string;

  @ApiProperty({ enum: LEDGER_ENTRY_KINDS })
  kind: LedgerEntryKind;

  @ApiProperty({ example: '-1.26048', description: 'USD; negative for a debit.' })
  amount: string;

  @ApiProperty({ example: '98.73952', description: 'USD after the entry.' })
  balance_after: string;

  @ApiProperty(nullable({ type: 'string', example: 'ID_9fffb0d849a45215' }))
  order_id: string | null;

  @ApiProperty(nullable({ type: 'string', example: 'invoice-1001' }))
  reference: string | null;

  @ApiProperty()
  note: string;

  @ApiProperty({ example: 'operator:3' })
  actor: string;

  @ApiProperty({
    ...nullable({ type: 'string', example: 'operator:ada' }),
    description: 'The name of the operator; resellers read the number alone.',
  })
  actor_name: string | null;

  @ApiProperty({ ...TIME, example: '2026-04-10T13:55:48.123456Z' })
  created_at: string;

  @ApiProperty({ example: '38deb357'.repeat(8) })
  entry_hash: string;
}

export class LedgerPageDto {
  @ApiProperty({ type: [LedgerEntryDto] })
  items: LedgerEntryDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}
