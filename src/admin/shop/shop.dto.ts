import { ApiProperty } from '@nestjs/swagger';
import {
  FlagField,
  IntegerParameter,
  TextField,
  WordField,
} from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const CLOSED = ['nothing', 'orders', 'everything'];
const REQUEST_FORMS = ['waiting', 'on', 'off'];
const MAX_FAILURES = 100;

export class MaintenanceDto {
  @ApiProperty({ enum: CLOSED })
  closed: string;

  @ApiProperty(TIME)
  since: string;
}

export class MaintenanceSettingDto {
  @WordField(CLOSED, {
    description: 'orders is recommended: many bots take the 130 of check for a lost order.',
  })
  closed: 'nothing' | 'orders' | 'everything';
}

export class RequestFormsDto {
  @ApiProperty({
    enum: REQUEST_FORMS,
    description: 'waiting: on as soon as no server of the release before was seen for ten minutes.',
  })
  state: string;

  @ApiProperty(TIME)
  since: string;

  @ApiProperty(nullable({ ...TIME, description: 'Null unless the state is waiting.' }))
  release_before_unseen_since: string | null;
}

export class RequestFormsSettingDto {
  @FlagField({
    description: 'False before the shop goes back to the release before; wait ten minutes then.',
  })
  on: boolean;
}

export class HeldStockDto {
  @ApiProperty({ example: 'uc60' })
  stock: string;

  @ApiProperty({ type: 'integer', example: 40 })
  held: number;
}

/** What is held back since the state of the database went back. */
export class SettlementDto {
  @ApiProperty({ ...TIME, description: 'What was committed after it is lost.' })
  state_of: string;

  @ApiProperty({ type: [HeldStockDto] })
  codes: HeldStockDto[];

  @ApiProperty({ type: 'integer', example: 3 })
  waiting_orders: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'That a supplier may have got.' })
  orders_at_suppliers: number;

  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'What is to be done.' })
  steps: string[];
}

export class ConfirmedBackupsDto {
  @ApiProperty(nullable(TIME))
  confirmed_at: string | null;

  @ApiProperty(
    nullable({ type: 'string', description: 'The last backup, on the machine of a server.' }),
  )
  file: string | null;
}

export class FindingDto {
  @ApiProperty({ example: 'ledger chain' })
  check: string;

  @ApiProperty({ enum: ['ok', 'warn', 'fail'] })
  verdict: string;

  @ApiProperty({ example: 'all 120 entries follow one from the other' })
  message: string;
}

export class FindingsDto {
  @ApiProperty({ type: [FindingDto] })
  items: FindingDto[];
}

export class ExtensionDto {
  @ApiProperty({ example: 'acme' })
  name: string;

  @ApiProperty(
    nullable({ type: 'string', example: '1.2.0', description: 'At the last start of a server.' }),
  )
  recorded: string | null;

  @ApiProperty(nullable({ type: 'string', example: '1.2.0', description: 'In this server.' }))
  loaded: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Names by kind.' })
  ports: object;

  @ApiProperty(nullable(TIME))
  last_seen: string | null;
}

export class ExtensionsDto {
  @ApiProperty({ type: [ExtensionDto] })
  items: ExtensionDto[];
}

export class FailureQuery {
  @IntegerParameter({ min: 1, max: MAX_FAILURES, description: 'At most so many; 50 if absent.' })
  limit?: string;

  @TextField({ min: 1, max: 100, optional: true, description: 'Only of this extension.' })
  extension?: string;
}

/** An event that a listener has not handled. */
export class FailureDto {
  @ApiProperty({ type: 'integer', example: 12 })
  id: number;

  @ApiProperty({ example: 'acme' })
  extension: string;

  @ApiProperty({ example: 'sink' })
  listener: string;

  @ApiProperty({ example: 'order.placed' })
  event: string;

  @ApiProperty({ type: 'integer', example: 3 })
  attempts: number;

  @ApiProperty(TIME)
  last_try: string;

  @ApiProperty(nullable({ ...TIME, description: 'Null if it was given up.' }))
  next_try: string | null;

  @ApiProperty({ example: 'no answer within 10 seconds' })
  reason: string;
}

export class FailuresDto {
  @ApiProperty({ type: [FailureDto] })
  items: FailureDto[];
}

export class HeldEventsDto {
  @FlagField({ optional: true, description: 'True deletes them instead.' })
  drop?: boolean;
}

export class HeldEventsResultDto {
  @ApiProperty({ type: 'integer', example: 4, description: 'Events that were sent, or deleted.' })
  count: number;
}

export class ForgottenDto {
  @ApiProperty({ example: 'acme' })
  forgotten: string;
}
