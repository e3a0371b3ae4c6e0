import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { TokenMissingError } from '../account.errors.js';
import type { Principal } from './principal.js';
import type { PrincipalRequest } from './token.guard.js';

/** The caller, for work that must be sure that it may still come in when the work is done. */
export interface Admission {
  readonly principal: Principal;
  /** Has the guard decide again, by what is committed now. @throws 120–123 and 130, as the guard does */
  again(): Promise<Principal>;
  /** False once the caller has gone and nobody will read the answer. */
  isAwaited(): boolean;
}

/** Injects the caller's admission into a route that the guard protects. */
export const CurrentAdmission = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { principal, admitAgain, socket } = context.switchToHttp().getRequest<PrincipalRequest>();
  // Only a public route can lack one; asking for a caller there is refused like any other without a token.
  if (!principal || !admitAgain) throw new TokenMissingError();
  return {
    principal,
    again: admitAgain,
    isAwaited: () => !socket.destroyed,
  } satisfies Admission;
});
