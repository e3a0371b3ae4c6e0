import { ApiProperty } from '@nestjs/swagger';
import { PERMISSION_NAMES, type Permission } from '../../operators/permissions/permissions.js';
import { ROLES, type Role } from '../../operators/permissions/roles.js';
import {
  FlagField,
  TextField,
  TimeField,
  WordField,
  WordsField,
} from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const NAME = { max: 64, min: 1, example: 'ada' };

export class NewOperatorDto {
  @TextField({ ...NAME, description: 'Letters a to z, digits and . _ @ -.' })
  name: string;

  @WordField(ROLES, { example: 'support' })
  role: Role;
}

export class OperatorChangeDto {
  @WordField(ROLES, { optional: true, example: 'finance' })
  role?: Role;

  @FlagField({ optional: true, description: 'Demand a second factor at the next sign-in.' })
  two_factor_required?: boolean;
}

/** Somebody with a role in the shop. */
export class OperatorDto {
  @ApiProperty({ type: 'integer', example: 3 })
  id: number;

  @ApiProperty({ example: 'ada' })
  name: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({ enum: ['invited', 'active', 'disabled'] })
  state: 'invited' | 'active' | 'disabled';

  @ApiProperty({ description: 'True once the second factor is confirmed.' })
  two_factor: boolean;

  @ApiProperty()
  two_factor_required: boolean;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(nullable(TIME))
  disabled_at: string | null;
}

export class OperatorPageDto {
  @ApiProperty({ type: [OperatorDto] })
  items: OperatorDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

/** An operator that has to set a password. */
export class InvitedOperatorDto {
  @ApiProperty()
  operator: OperatorDto;

  @ApiProperty({
    example: 'https://shop.example/console/link/4f…',
    description: 'It works once and for 24 hours, and is shown this once.',
  })
  link: string;
}

export class EndedSessionsDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'How many sessions were ended.' })
  ended: number;
}

export class NewOperatorTokenDto {
  @TextField({ ...NAME, description: 'The operator in whose name it works.' })
  operator: string;

  @WordField(ROLES, { optional: true, description: 'That of the operator if absent.' })
  role?: Role;

  @WordsField(PERMISSION_NAMES, { optional: true, description: 'All of the role if absent.' })
  scopes?: Permission[];

  @TextField({ max: 200, optional: true, example: 'accounting' })
  label?: string;

  @TimeField({ nullable: true, toCome: true, description: 'Null for never.' })
  expires_at: string | null;
}

/** A token without the token itself. */
export class OperatorTokenDto {
  @ApiProperty({ type: 'integer', example: 5 })
  id: number;

  @ApiProperty({ example: 'ada' })
  operator: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({
    ...nullable({ type: 'array', items: { type: 'string' } }),
    description: 'Null for all permissions of the role.',
  })
  scopes: string[] | null;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(nullable(TIME))
  expires_at: string | null;

  @ApiProperty(nullable(TIME))
  last_used_at: string | null;

  @ApiProperty(nullable({ type: 'string', example: '203.0.113.7' }))
  last_used_from: string | null;

  @ApiProperty(nullable(TIME))
  revoked_at: string | null;
}

export class OperatorTokenPageDto {
  @ApiProperty({ type: [OperatorTokenDto] })
  items: OperatorTokenDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class IssuedOperatorTokenDto {
  @ApiProperty({ type: 'integer', example: 5 })
  id: number;

  @ApiProperty({ example: 'ada' })
  operator: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({ example: 'souk_op_4f…', description: 'It is shown this once.' })
  token: string;
}
