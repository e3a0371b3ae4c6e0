import { ApiProperty } from '@nestjs/swagger';
import { MAX_A_MINUTE } from '../../account/account-settings.js';
import { ERROR_STATUS_MODES, type ErrorStatusMode } from '../../common/http/souk-request.js';
import { ORDER_UUID_MODES, type OrderUuidMode } from '../../config/variables.js';
import {
  FlagField,
  IdField,
  IdParameter,
  IntegerField,
  MoneyField,
  TextField,
  WordField,
} from '../../operations/fields/fields.js';
import { ListQuery } from '../http/page.js';
import { nullable, TIME } from '../http/shown.js';

const NAME = { max: 200, min: 1, example: 'Acme Games' };
const EMAIL = { max: 320, optional: true, example: 'ops@acme.example' } as const;
const USD = { type: 'string', example: '100', description: 'USD.' } as const;
const SERVER_DEFAULT = {
  optional: true,
  nullable: true,
  description: 'Null is the default of the server.',
} as const;

export class AccountQuery extends ListQuery {
  @IdParameter({ description: 'Only accounts of this group.' })
  group_id?: string;

  @TextField({
    max: 200,
    min: 1,
    optional: true,
    description:
      'Only accounts whose name or e-mail address has a word that begins with each of these words, in any letter case. ' +
      'A page before the end may have few accounts, or none.',
  })
  text?: string;
}

export class NewAccountDto {
  @TextField(NAME)
  name: string;

  @TextField(EMAIL)
  email?: string;
}

/** What is left out stays. */
export class AccountChangeDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField(EMAIL)
  email?: string;

  @IdField({ optional: true, nullable: true, description: 'Null takes it out of its group.' })
  group_id?: number | null;

  @FlagField({ optional: true, description: 'List products that are off for now.' })
  show_unavailable?: boolean;

  @FlagField({ optional: true, description: 'See the test products.' })
  testing?: boolean;

  @WordField(ERROR_STATUS_MODES, SERVER_DEFAULT)
  error_http_status?: ErrorStatusMode | null;

  @WordField(ORDER_UUID_MODES, SERVER_DEFAULT)
  order_uuid?: OrderUuidMode | null;

  @IntegerField({ min: 0, max: MAX_A_MINUTE, ...SERVER_DEFAULT })
  requests_per_minute?: number | null;

  @IntegerField({ min: 0, max: MAX_A_MINUTE, ...SERVER_DEFAULT })
  orders_per_minute?: number | null;
}

export class SuspensionDto {
  @FlagField({
    optional: true,
    description:
      'True refuses new orders alone, and is recommended: many programs take the 122 of check for a lost order. Needs request forms to be on.',
  })
  orders_only?: boolean;
}

export class CreditLimitDto {
  @MoneyField({ example: '100', description: 'USD that may be spent beyond the balance.' })
  credit_limit: string;
}

/** An account with its settings. The balance is no part of it, so its `ETag` stays while the account orders. */
export class AccountDto {
  @ApiProperty({ type: 'integer', example: 2 })
  id: number;

  @ApiProperty({ example: 'Acme Games' })
  name: string;

  @ApiProperty({ example: 'ops@acme.example' })
  email: string;

  @ApiProperty(nullable({ type: 'integer', example: 1 }))
  group_id: number | null;

  @ApiProperty({ description: 'False while the account is barred from the API.' })
  api_permitted: boolean;

  @ApiProperty({ description: 'True while its new orders alone are refused.' })
  orders_suspended: boolean;

  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'Why its orders are halted; null if they are not.',
  })
  orders_halted: string | null;

  @ApiProperty(USD)
  credit_limit: string;

  @ApiProperty()
  show_unavailable: boolean;

  @ApiProperty()
  testing: boolean;

  @ApiProperty(nullable({ type: 'string', enum: [...ERROR_STATUS_MODES], example: null }))
  error_http_status: ErrorStatusMode | null;

  @ApiProperty(nullable({ type: 'string', enum: [...ORDER_UUID_MODES], example: null }))
  order_uuid: OrderUuidMode | null;

  @ApiProperty(nullable({ type: 'integer', example: null }))
  requests_per_minute: number | null;

  @ApiProperty(nullable({ type: 'integer', example: null }))
  orders_per_minute: number | null;

  @ApiProperty(TIME)
  created_at: string;
}

/** What an account has and can spend. */
export class BalanceDto {
  @ApiProperty(USD)
  balance: string;

  @ApiProperty(USD)
  credit_limit: string;

  @ApiProperty({ ...USD, description: 'USD: balance and credit limit together.' })
  spendable: string;
}

/** An account of a list, with its balance. */
export class ListedAccountDto extends AccountDto {
  @ApiProperty({
    ...nullable(USD),
    description: 'USD; null without the permission `balance.read`.',
  })
  balance: string | null;
}

export class AccountPageDto {
  @ApiProperty({ type: [ListedAccountDto] })
  items: ListedAccountDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class NewGroupDto {
  @TextField({ max: 200, min: 1, example: 'Gold' })
  name: string;
}

export class GroupDto {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Gold' })
  name: string;
}

export class RemovedGroupDto extends GroupDto {
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Its rules, which are deleted with it.',
  })
  rules: number;
}

export class GroupPageDto {
  @ApiProperty({ type: [GroupDto] })
  items: GroupDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}
