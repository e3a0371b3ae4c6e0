import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PERMISSION_NAMES, type Permission } from '../../operators/permissions/permissions.js';
import { ROLES, type Role } from '../../operators/permissions/roles.js';
import type { TokenPrincipal } from '../../operators/tokens/operator-tokens.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';

/** Who the caller is. */
class MeDto {
  @ApiProperty({ example: 'ada' })
  name: string;

  @ApiProperty({ enum: ROLES })
  role: Role;

  @ApiProperty({ enum: PERMISSION_NAMES, isArray: true })
  permissions: Permission[];

  @ApiProperty({ type: 'integer', example: 3, description: 'The id of the token.' })
  token_id: number;
}

@AdminController('Operators')
export class MeController {
  @Get('me')
  @AdminRoute({
    name: 'me',
    permission: 'any',
    summary: 'The operator of the token, and what the token may do',
    answer: MeDto,
  })
  me(@CurrentOperator() { principal }: Caller<TokenPrincipal>): MeDto {
    const { name, role, permissions, tokenId } = principal;
    return { name, role, permissions: [...permissions], token_id: tokenId };
  }
}
