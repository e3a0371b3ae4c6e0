import { ApiProperty } from '@nestjs/swagger';
import { TextField, TimeField } from '../../operations/fields/fields.js';
import { ListQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

export class AuditQuery extends ListQuery {
  @TimeField({ optional: true, description: 'Only entries of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only entries before this time.' })
  to?: string;

  @TextField({
    max: 100,
    min: 1,
    optional: true,
    example: 'operator:ada',
    description: 'Only entries of this actor.',
  })
  actor?: string;

  @TextField({
    max: 100,
    min: 1,
    optional: true,
    example: 'balance deposit',
    description: 'Only entries of this action.',
  })
  action?: string;
}

const VALUES = nullable({
  type: 'object',
  additionalProperties: true,
  example: { role: 'support' },
});

/** What is kept of one change. */
export class AuditEntryDto {
  @ApiProperty({ example: '812' })
  id: string;

  @ApiProperty({ ...TIME, example: '2026-04-10T13:55:48.123456Z' })
  at: string;

  @ApiProperty({ example: 'operator:ada' })
  actor: string;

  @ApiProperty({ example: 'operator set' })
  action: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { name: 'bob' } })
  details: Record<string, unknown>;

  @ApiProperty({
    ...nullable({ type: 'string', example: 'done' }),
    description:
      '`done`, or `failed: ` and the reason; null while it runs, or if it was interrupted.',
  })
  outcome: string | null;

  @ApiProperty(nullable(TIME))
  finished_at: string | null;

  @ApiProperty(nullable({ type: 'string', example: 'owner' }))
  role: string | null;

  @ApiProperty(nullable({ type: 'string', example: '203.0.113.7' }))
  address: string | null;

  @ApiProperty(nullable({ type: 'string', example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' }))
  request_id: string | null;

  @ApiProperty(VALUES)
  before: Record<string, unknown> | null;

  @ApiProperty(VALUES)
  after: Record<string, unknown> | null;
}

export class AuditPageDto {
  @ApiProperty({ type: [AuditEntryDto] })
  items: AuditEntryDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}
