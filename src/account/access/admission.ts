import { TokenMissingError } from '../account.errors.js';
import type { Principal } from './principal.js';
import type { RequestTurn } from './lanes/request-turn.js';
import type { PrincipalRequest } from './token.guard.js';

/** The admission of a caller. Long work asks for it again before it commits. */
export interface Admission {
  readonly principal: Principal;
  /** Calls the guard again, by what is committed now. @throws the errors of the guard: 120–124, 130 */
  again(): Promise<Principal>;
  /** False once the caller has closed the connection. */
  readonly isAwaited: () => boolean;
  readonly turn: Pick<RequestTurn, 'take' | 'leave'>;
}

/** @throws TokenMissingError (120) on a public route, where the guard admits nobody */
export function admissionOf({ principal, admitAgain, socket, turn }: PrincipalRequest): Admission {
  if (!principal || !admitAgain || !turn) throw new TokenMissingError();
  return { principal, again: admitAgain, isAwaited: () => !socket.destroyed, turn };
}
