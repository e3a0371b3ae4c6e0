import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { TokenMissingError } from '../account.errors.js';
import type { PrincipalRequest } from './token.guard.js';
import type { Principal } from './principal.js';

/** The caller, as a handler's argument. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<PrincipalRequest>();
    // Only a public route can lack one; asking for a caller there is refused like any other without a token.
    if (!principal) throw new TokenMissingError();
    return principal;
  },
);
