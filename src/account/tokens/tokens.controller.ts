import { InLane } from '../access/lanes/lane.js';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import { NeedsScope } from '../access/needs-scope.js';
import type { Principal } from '../access/principal.js';
import { TokenRotationService } from './token-rotation.service.js';

/** The answer of tokens/rotate. */
class RotatedTokenDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    example: '7b1f0c9a5d3e48627b1f0c9a5d3e48627b1f0c9a5d3e48627b1f0c9a5d3e4862',
    description: 'The successor; it is shown this once.',
  })
  token: string;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    example: null,
    description: 'When it expires: when the first token of its family would have.',
  })
  expires_at: string | null;
}

@InLane('orders')
@Controller(CLIENT_API)
export class TokensController {
  constructor(private readonly rotation: TokenRotationService) {}

  @Post('tokens/rotate')
  @HttpCode(200)
  @NeedsScope('rotate')
  @ApiWireRoute({
    name: 'tokens-rotate',
    tag: 'Tokens',
    summary: 'Replace the token by a successor',
    description:
      'The token that asks goes on working, and may ask again, until the successor is first used; its last 24 hours ' +
      'begin then.',
    answer: { type: RotatedTokenDto },
    errors: [],
  })
  async rotate(@CurrentPrincipal() principal: Principal): Promise<RotatedTokenDto> {
    const { token, expiresAt } = await this.rotation.rotate(principal);
    return { status: 'OK', token, expires_at: expiresAt?.toISOString() ?? null };
  }
}
