import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { TokenMissingError } from '../account.errors.js';
import type { PrincipalRequest } from './token.guard.js';
import type { Principal } from './principal.js';

/** The caller, as an argument of a handler whose route is not public. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<PrincipalRequest>();
    // A public route has no caller, so a handler that asks for one there is a programming error; it is refused.
    if (!principal) throw new TokenMissingError();
    return principal;
  },
);
