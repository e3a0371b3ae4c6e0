import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { sentence } from '../../common/sentence.js';
import {
  authorOf,
  type ChangeAuthor,
  type RequestOrigin,
} from '../../people/changes/change-author.js';
import type { Permission } from '../../people/permissions/permissions.js';
import type { OperatorPrincipal } from '../../people/operators/operator-principal.js';
import { ProblemError } from '../problems/problem.js';

/** An operator whose request the guard has admitted. */
export class Caller<Principal extends OperatorPrincipal = OperatorPrincipal> {
  /** For the audit. */
  readonly author: ChangeAuthor;

  constructor(
    readonly principal: Principal,
    origin: RequestOrigin,
    private readonly present: () => Promise<Caller>,
    private readonly admit: (caller: Caller) => void,
  ) {
    this.author = authorOf(principal, origin);
  }

  may(permission: Permission): boolean {
    return this.principal.permissions.has(permission);
  }

  /**
   * Asks again, for an answer that takes long.
   * @returns the caller with its present permissions
   * @throws ProblemError unless the operator still has the permission
   */
  async assertStillMay(permission: Permission): Promise<Caller> {
    const present = await this.present();
    present.assertMay(permission);
    return present;
  }

  /** Asks again, after the request has waited. @throws ProblemError unless the route still admits the operator */
  async assertStillAdmitted(): Promise<void> {
    this.admit(await this.present());
  }

  /** @throws ProblemError that names the permission */
  assertMay(permission: Permission): void {
    if (this.may(permission)) return;
    throw new ProblemError('permission-missing', ...sentence('permission.missing', { permission }));
  }
}

/** A request of an operator; the guard adds the caller. */
export interface OperatorRequest extends SoukRequest {
  operator?: Caller;
  /** Aborted when the time of the request is over; set when its work begins. */
  timeLimit?: AbortSignal;
  /** Runs what asks the database in the operator's turn; set where a file is received without one. */
  inTurn?: InTurn;
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The operator whose request it is, as an argument of a handler. */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<OperatorRequest>()),
);

/** Aborted when the request has been answered because it takes too long, as an argument of a handler. */
export const CurrentTimeLimit = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { timeLimit } = context.switchToHttp().getRequest<OperatorRequest>();
  if (!timeLimit) throw new Error('the request has not begun');
  return timeLimit;
});

/** Of a route that receives a file. */
export function turnOf({ inTurn }: OperatorRequest): InTurn {
  if (!inTurn) throw new Error('the route receives no file');
  return inTurn;
}

export function callerOf({ operator }: OperatorRequest): Caller {
  if (!operator) throw new Error('the route has no operator');
  return operator;
}
