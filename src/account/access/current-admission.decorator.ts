import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { TokenMissingError } from '../account.errors.js';
import type { Principal } from './principal.js';
import type { PrincipalRequest } from './token.guard.js';

/** The admission of a caller, for work at whose end the caller must still be admitted. */
export interface Admission {
  readonly principal: Principal;
  /** Calls the guard again, by what is committed now. @throws the errors of the guard: 120–123, 130 */
  again(): Promise<Principal>;
  /** False once the caller has closed the connection. */
  isAwaited(): boolean;
}

/** The admission of the caller, as an argument of a handler whose route is not public. */
export const CurrentAdmission = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { principal, admitAgain, socket } = context.switchToHttp().getRequest<PrincipalRequest>();
  // A public route has no caller, so a handler that asks for one there is a programming error; it is refused.
  if (!principal || !admitAgain) throw new TokenMissingError();
  return {
    principal,
    again: admitAgain,
    isAwaited: () => !socket.destroyed,
  } satisfies Admission;
});
