import { OperatorInputError, OperatorNotFoundError } from '../operators.errors.js';
import { sentence } from '../../common/sentence.js';

/** As in the audit, and in the table of operators. */
const ACTOR_PREFIX = 'operator:';
const NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** The name as it is stored: without capitals and surrounding spaces. */
export function normalName(typed: string): string {
  return typed.trim().toLowerCase();
}

/** True if an operator may have the name, which is normal. */
export function isOperatorName(name: string): boolean {
  return NAME.test(name);
}

/** The name as it is stored, to look an operator up. @throws OperatorNotFoundError if nobody can have it */
export function lookedUpName(typed: string): string {
  const name = normalName(typed);
  if (isOperatorName(name)) return name;
  throw new OperatorNotFoundError(name);
}

/** @throws OperatorInputError if nobody can have the name */
export function operatorNameOf(typed: string): string {
  const name = normalName(typed);
  if (isOperatorName(name)) return name;
  throw new OperatorInputError(...sentence('operator.name'));
}

/** The actor of an operator's changes. */
export function actorOf(name: string): string {
  return ACTOR_PREFIX + name;
}

export function nameOfActor(actor: string): string {
  return actor.slice(ACTOR_PREFIX.length);
}
