import { ConflictError, MissingError, OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';

/** There is no such operator. */
export class OperatorNotFoundError extends MissingError {
  constructor(name: string) {
    super(...sentence('missing.operator', { name }));
  }
}

/** What was asked for does not fit the present state of the operator. */
export class OperatorStateError extends ConflictError {}

/** The shop would be left without an owner who can sign in. */
export class LastOwnerError extends ConflictError {
  constructor(name: string) {
    super(...sentence('operator.last-owner', { name }));
  }
}

/** A name, password, role or scope that cannot be taken. */
export class OperatorInputError extends OperatorError {}

/** The link was used, replaced, has expired or never existed. */
export class LinkInvalidError extends OperatorError {
  constructor() {
    super('This link is not valid any more; ask for a new one.');
  }
}

/** The same for a wrong name, a wrong password, a disabled operator and a wrong code. */
export class SignInRefusedError extends OperatorError {
  constructor() {
    super('The name, the password or the code is wrong.');
  }
}

/** Too many attempts have failed; nothing was compared. */
export class SignInDelayedError extends OperatorError {
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many attempts have failed; try again in ${retryAfterSeconds} s.`);
  }
}

/** Too many passwords wait to be compared; nothing was compared. */
export class SignInBusyError extends OperatorError {
  constructor() {
    super('Too many people sign in at the moment; try again.');
  }
}

/** The session has ended, or is not good for this. */
export class SessionInvalidError extends OperatorError {
  constructor() {
    super('The session has ended; sign in again.');
  }
}
