import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import {
  isKeyed,
  parameterOf,
  parametersOf,
  type AnyOperation,
  type ThingId,
} from '../../operations/operation.js';
import type { Ask } from '../../operations/running/operation-runner.js';
import { callerOf, type Caller, type OperatorRequest } from '../access/caller.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { fieldsOf } from '../../operations/fields/described-field.js';
import { preconditionOf } from '../http/precondition.js';
import { bodyOf, changeOf, objectOf } from '../http/json-body.js';
import { queryOf } from '../http/query.js';
import type { AskedThing } from './declared-lists.service.js';
import { idOf, thingOf } from '../http/path-parts.js';
import { referenceOf, requestKeyOf, type RequestKey } from '../requests/request-key.js';

/** An operation that a request asks for. */
export interface RequestedOperation extends Ask<object> {
  /** Of what is done once for each key. */
  readonly key: RequestKey | undefined;
}

/** What a request asks of an operation, as an argument of its handler. @throws ProblemError */
export const CurrentAsk = createParamDecorator(
  async (operation: AnyOperation, context: ExecutionContext): Promise<RequestedOperation> => {
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    const caller = callerOf(request);
    const key = isKeyed(operation) ? await requestKeyOf(request) : undefined;
    const expected = operation.kind === 'setting' ? preconditionOf(request) : undefined;
    return {
      ...authorityOf(caller),
      ...(operation.target && { id: thingIn(operation.route, request) }),
      ...(expected && { expects: expected.assert }),
      input: await inputOf(operation, request),
      key,
      requestReference: key && referenceOf(key),
      signal: request.timeLimit,
    };
  },
);

/** What a request asks of a list, or of a thing to look at. */
export type Question = AskedThing<ThingId, object>;

/** What can be asked: its route, and the class of its parameters, if it takes some. */
interface Asked {
  readonly route: string;
  readonly query?: Type<object>;
}

/** The same as an argument of its handler. */
export const CurrentQuestion = createParamDecorator(
  ({ route, query }: Asked, context: ExecutionContext): Question => {
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    const [, below] = parametersOf(route);
    return {
      caller: callerOf(request),
      id: thingIn(route, request),
      below: below === undefined ? below : idOf(String(request.params[below])),
      query: query ? checkedInput(query, queryOf(request)) : {},
      signal: request.timeLimit,
    };
  },
);

/** What the path of a request calls its thing; 0 for none. @throws ProblemError */
export function thingIn(route: string, { params }: OperatorRequest): ThingId {
  const parameter = parameterOf(route);
  if (parameter === undefined) return 0;
  return thingOf(route, String(params[parameter]));
}

/** Who asks for an operation, and what else it may do. */
export function authorityOf(caller: Caller): Pick<Ask<object>, 'by' | 'assertMay' | 'may'> {
  return {
    by: caller.author,
    may: (permission) => caller.may(permission),
    assertMay: (permission) => {
      caller.assertMay(permission);
    },
  };
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Parameters of a URL are texts. */
function valuesIn(query: object, input: Type): object {
  const types = new Map(fieldsOf(input).map(({ name, schema }) => [name, schema.type]));
  const values = Object.entries(query).map(([name, text]: [string, unknown]) => {
    const type = types.get(name);
    if (type === 'boolean') return [name, FLAGS.get(text) ?? text] as const;
    const isWhole = type === 'integer' && /^(?:0|[1-9]\d{0,9})$/.test(String(text));
    return [name, isWhole ? Number(text) : text] as const;
  });
  return Object.fromEntries(values);
}

async function inputOf({ input, kind }: AnyOperation, request: OperatorRequest): Promise<object> {
  if (!input) return {};
  if (request.method === 'DELETE') return checkedInput(input, valuesIn(queryOf(request), input));
  const body = objectOf(await bodyOf(request));
  const mayBeEmpty = fieldsOf(input).every(({ optional }) => optional === true);
  // What is set says something, where each field may be left out.
  const isChange = mayBeEmpty && (kind === 'setting' || request.method === 'PUT');
  return checkedInput(input, isChange ? changeOf(body) : body);
}
