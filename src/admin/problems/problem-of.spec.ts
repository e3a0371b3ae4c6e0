import { BadRequestException, NotFoundException } from '@nestjs/common';
import {
  BadParameterError,
  ConflictError,
  MissingError,
  OperatorError,
  TemporarilyUnavailableError,
} from '../../common/app-error.js';
import { RequestTimeoutError, TooManyRequestsError } from '../../common/http/http.errors.js';
import { SecretKeyMissingError } from '../../common/secret-box.js';
import {
  LastOwnerError,
  OperatorInputError,
  OperatorNotFoundError,
  OperatorStateError,
} from '../../people/operators.errors.js';
import { problemOf } from './problem-of.js';
import { invalidFields, problemBody, ProblemError, PROBLEMS } from './problem.js';

const withStatus = (status: number): Error => Object.assign(new Error('secret'), { status });

describe('the problem that tells of an error', () => {
  it.each<[string, Error, string, string]>([
    ['a problem', new ProblemError('changed', 'Changed.'), 'changed', 'Changed.'],
    ['a missing thing', new MissingError('No account 7.'), 'not-found', 'No account 7.'],
    ['a missing operator', new OperatorNotFoundError('x'), 'not-found', 'There is no operator x.'],
    ['a conflict', new ConflictError('Closed.'), 'conflict', 'Closed.'],
    ['a wrong state', new OperatorStateError('x is disabled.'), 'conflict', 'x is disabled.'],
    ['the last owner', new LastOwnerError('x'), 'conflict', 'x is the last owner'],
    ['no secret key', new SecretKeyMissingError(), 'conflict', 'SECRET_KEYS'],
    ['another refusal', new OperatorError('No amount.'), 'invalid', 'No amount.'],
    ['a wrong input', new OperatorInputError('No name.'), 'invalid', 'No name.'],
    [
      'a malformed URL',
      new BadParameterError('Malformed parameter: a'),
      'malformed-request',
      'Malformed parameter: a.',
    ],
    [
      'a lost database',
      new TemporarilyUnavailableError(),
      'unavailable',
      'Temporarily unavailable',
    ],
    ['too many requests', new TooManyRequestsError(), 'too-many-requests', 'Too many requests'],
    ['a late body', new RequestTimeoutError(), 'not-arrived', 'did not arrive'],
    ['an unknown path', new NotFoundException(), 'no-such-route', 'There is no such route.'],
    ['an undecodable path', new BadRequestException(), 'malformed-request', 'cannot be decoded'],
    ['a large body', withStatus(413), 'too-large', 'The body is too large.'],
    ['an unknown encoding', withStatus(415), 'not-json', 'The body is no JSON.'],
    [
      'another fault of a body',
      withStatus(499),
      'malformed-request',
      'The request cannot be read.',
    ],
  ])('%s', (_, error, problem, detail) => {
    expect(problemOf(error, [])).toMatchObject({
      problem,
      message: expect.stringContaining(detail) as string,
    });
  });

  it('of a path with other methods names them', () => {
    const problem = problemOf(new NotFoundException(), ['GET', 'POST']);
    expect(problem).toMatchObject({
      problem: 'method-not-allowed',
      parts: { methods: ['GET', 'POST'] },
    });
  });

  it('of a moment says when to come back', () => {
    expect(problemOf(new TemporarilyUnavailableError(), [])?.parts.retryAfterSeconds).toBe(2);
  });

  it.each([new Error('x'), withStatus(500), withStatus(200), 'x', undefined, null])(
    '%j is unforeseen',
    (error) => {
      expect(problemOf(error, [])).toBeUndefined();
    },
  );
});

describe('the body of a problem', () => {
  it('has the members of RFC 9457, the request id and the wrong fields', () => {
    const errors = [{ field: 'amount', message: 'must be USD' }];
    expect(problemBody(invalidFields(errors), 'r-1')).toEqual({
      type: 'urn:souk:problem:invalid',
      title: PROBLEMS.invalid.title,
      status: 422,
      detail: 'These are invalid: amount.',
      request_id: 'r-1',
      errors,
    });
  });

  it('is well-formed whatever it repeats', () => {
    const body = problemBody(invalidFields([{ field: 'a\ud800', message: 'x' }]), 'r');
    expect(JSON.stringify(body)).toContain('a\ufffd');
    expect(body.detail.isWellFormed()).toBe(true);
  });
});
