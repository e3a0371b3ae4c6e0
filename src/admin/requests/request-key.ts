import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, type OperatorRequest } from '../access/caller.js';
import { IDEMPOTENCY_KEY } from '../http/admin-route.decorator.js';
import { bodyOf } from '../http/json-body.js';
import { ProblemError } from '../problems/problem.js';

/** 128 bits. */
const REFERENCE_DIGITS = 32;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** A request that is to be executed once. */
export interface RequestKey {
  readonly operatorId: number;
  /** Chosen by the caller. */
  readonly key: string;
  /** Method and path. */
  readonly route: string;
  readonly body: Buffer;
}

/** The key of a request, as an argument of a handler. */
export const CurrentRequestKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestKeyOf(context.switchToHttp().getRequest<OperatorRequest>()),
);

/** The key of a request. @throws ProblemError without one */
export async function requestKeyOf(request: OperatorRequest): Promise<RequestKey> {
  const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (key === undefined || key === '') {
    throw new ProblemError(
      'idempotency-key-missing',
      `Send ${IDEMPOTENCY_KEY} with a text that no other request has, such as a UUID.`,
    );
  }
  if (typeof key !== 'string' || !KEY.test(key)) {
    const message = 'must be 1 to 255 printable characters of ASCII without spaces';
    throw InvalidFieldsError.of(IDEMPOTENCY_KEY, message);
  }
  const { operatorId } = callerOf(request).principal;
  const route = `${request.method} ${request.path}`;
  return { operatorId, key, route, body: await bodyOf(request) };
}

/**
 * The reference of a movement whose request gives none. References are unique and in the backup, keys are not: the same
 * request after a restore is refused if the restored ledger has its movement.
 */
export function referenceOf({ operatorId, key }: RequestKey): string {
  const digest = hash('sha256', `movement of an admin request\0${operatorId}\0${key}`);
  return `request ${digest.slice(0, REFERENCE_DIGITS)}`;
}

/** True for a reference that `referenceOf` has made, which tells people nothing. */
export function isMadeReference(text: string): boolean {
  return MADE_REFERENCE.test(text);
}

const MADE_REFERENCE = new RegExp(`^request [0-9a-f]{${REFERENCE_DIGITS}}$`);
