import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../account/access/scopes.js';
import { isIpRange } from '../../common/ip-range.js';
import {
  ListField,
  MoneyField,
  RangeField,
  TextField,
  TimeField,
  WordsField,
} from '../../operations/fields/fields.js';
import { nullable, TIME } from '../http/shown.js';

const RANGES = {
  accepts: isIpRange,
  what: 'addresses or ranges such as 203.0.113.0/24',
  min: 0,
  max: 100,
  optional: true,
  example: ['203.0.113.0/24'],
  description: 'From which alone it may be used, besides those of the account; none for no limit.',
} as const;
const CAP = {
  optional: true,
  nullable: true,
  description: 'USD that may be spent with it in 24 hours; null for no cap.',
} as const;

/** What is left out stays. */
export class AccountTokenChangeDto {
  @TextField({ max: 200, optional: true, example: 'bot', description: 'To tell it from others.' })
  label?: string;

  @WordsField(SCOPES, { optional: true, description: 'What it may do.' })
  scopes?: Scope[];

  @ListField(RANGES)
  allowed_ips?: string[];

  @MoneyField(CAP)
  daily_cap?: string | null;
}

export class NewAccountTokenDto extends AccountTokenChangeDto {
  @TimeField({ optional: true, toCome: true, description: 'Never if absent.' })
  expires_at?: string;
}

/** A token without the token itself. */
export class AccountTokenDto {
  @ApiProperty({ type: 'integer', example: 12 })
  id: number;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: 'bot' })
  label: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  @ApiProperty({ type: [String], example: ['203.0.113.0/24'] })
  allowed_ips: string[];

  @ApiProperty(nullable({ type: 'string', example: '100' }))
  daily_cap: string | null;

  @ApiProperty({
    ...nullable({ type: 'integer', example: null }),
    description:
      'Tokens that replace one another have the same; they are changed and revoked together.',
  })
  family_id: number | null;

  @ApiProperty({ description: 'True for a successor that was not used yet.' })
  pending: boolean;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(nullable(TIME))
  expires_at: string | null;

  @ApiProperty(nullable(TIME))
  revoked_at: string | null;
}

/** A token of a list, with its last use. */
export class ListedAccountTokenDto extends AccountTokenDto {
  @ApiProperty(nullable(TIME))
  last_used_at: string | null;

  @ApiProperty(nullable({ type: 'string', example: '203.0.113.7' }))
  last_used_from: string | null;
}

export class AccountTokenPageDto {
  @ApiProperty({ type: [ListedAccountTokenDto] })
  items: ListedAccountTokenDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class IssuedAccountTokenDto {
  @ApiProperty({ type: 'integer', example: 12 })
  id: number;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ example: '4f…', description: 'It is shown this once.' })
  token: string;
}

export class RangeDto {
  @RangeField({ example: '203.0.113.0/24' })
  range: string;
}

export class AllowedIpDto {
  @ApiProperty({ example: '203.0.113.0/24' })
  range: string;

  @ApiProperty(TIME)
  added_at: string;
}

/** All addresses from which an account may call; none means from everywhere. */
export class AllowedIpsDto {
  @ApiProperty({ type: [AllowedIpDto] })
  items: AllowedIpDto[];
}
