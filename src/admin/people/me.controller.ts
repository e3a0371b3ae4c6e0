import { Get } from '@nestjs/common';
import { text, whole, word, words } from '../../operations/answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../../operations/answers/shape.js';
import { PERMISSION_NAMES, type Permission } from '../../people/permissions/permissions.js';
import { ROLES } from '../../people/permissions/roles.js';
import type { TokenPrincipal } from '../../people/tokens/operator-tokens.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';

/** Who the caller is. */
const ME = shapeOf<TokenPrincipal>()('MeDto', {
  name: text({ example: 'ada' }),
  role: word(ROLES)(),
  permissions: words<Permission>(PERMISSION_NAMES)(({ permissions }) => [...permissions]),
  token_id: whole({ example: 3, description: 'The id of the token.' }),
});

@AdminController('Operators')
export class MeController {
  @Get('me')
  @AdminRoute({
    name: 'me',
    permission: 'any',
    summary: 'The operator of the token, and what the token may do',
    answer: ME.type,
  })
  me(@CurrentOperator() { principal }: Caller<TokenPrincipal>): ShownBy<typeof ME> {
    return ME.of(principal);
  }
}
