import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { BadParameterError } from '../app-error.js';
import { parseJsonExactly } from '../json.js';
import {
  FlatParameters,
  malformedParameter,
  parseFlatParameters,
  soundParameters,
  type Parameter,
} from './flat-parameters.js';
import { URL_LIMIT } from './souk-http-adapter.js';
import type { SoukRequest } from './souk-request.js';

/**
 * The request's parameters as FlatParameters: those of the URL and, on a POST, those of a form or JSON body.
 * A handler's arguments are read after the guards, so a caller without a token learns 120 first. A malformed
 * request is refused here, unless the handler says `unchecked` and asserts later by itself.
 */
export const RequestParameters = createParamDecorator(
  (mode: 'unchecked' | undefined, context: ExecutionContext) => {
    const parameters = parametersOf(context.switchToHttp().getRequest<SoukRequest>());
    if (mode !== 'unchecked') parameters.assertSound();
    return parameters;
  },
);

function parametersOf(request: SoukRequest): FlatParameters {
  const url = request.originalUrl;
  if (Buffer.byteLength(url) > URL_LIMIT) throw new BadParameterError('The URL is too long');
  const mark = url.indexOf('?');
  const query = parseFlatParameters(mark < 0 ? '' : url.slice(mark + 1));
  return request.method === 'POST' ? query.and(bodyParametersOf(request)) : query;
}

function bodyParametersOf(request: SoukRequest): FlatParameters {
  const body: unknown = request.body;
  if (typeof body !== 'string' || body === '') return new FlatParameters([]);
  return request.is('json') ? jsonParameters(body) : parseFlatParameters(body);
}

function jsonParameters(body: string): FlatParameters {
  const parsed = parsedJson(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new BadParameterError('The JSON body must be an object of fields');
  }
  return soundParameters(Object.entries(parsed).map((entry) => () => jsonParameter(entry)));
}

function parsedJson(body: string): unknown {
  try {
    return parseJsonExactly(body);
  } catch {
    throw new BadParameterError('The body is not valid JSON');
  }
}

function jsonParameter([name, value]: [string, unknown]): Parameter {
  // Numbers arrive as the text they were written in.
  if (typeof value === 'string') return [name, value];
  if (typeof value === 'boolean') return [name, String(value)];
  throw malformedParameter(name);
}
