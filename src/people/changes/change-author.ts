import type { ChangeOrigin } from '../../account/caller-audit.js';
import type { OperatorPrincipal } from '../operators/operator-principal.js';

/** Who makes a change, for the audit. */
export interface ChangeAuthor {
  readonly actor: string;
  /** Left out at the terminal. */
  readonly origin?: ChangeOrigin;
}

/** Where a request comes from. */
export interface RequestOrigin {
  /** Left out for the form of a page. */
  readonly door?: 'api';
  /** Null if it is unknown. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The author of a change that an operator asks for. */
export function authorOf(
  { actor, role }: Pick<OperatorPrincipal, 'actor' | 'role'>,
  { door, address, requestId }: RequestOrigin,
): ChangeAuthor {
  return { actor, origin: { role, door: door ?? 'form', address, requestId } };
}
