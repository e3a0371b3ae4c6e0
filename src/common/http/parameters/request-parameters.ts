import { isUtf8 } from 'node:buffer';
import express from 'express';
import { parseJsonExactly } from '../../json.js';
import {
  FlatParameters,
  MalformedParameter,
  parseFlatParameters,
  collectParameters,
  type Parameter,
} from './flat-parameters.js';
import { URL_LIMIT_BYTES } from '../server/souk-http-adapter.js';
import { hasBody, type SoukRequest } from '../souk-request.js';

/** Reads the body as text, because its parameters are parsed flat, like those of the URL. */
const readText = express.text({
  type: ['application/json', 'application/x-www-form-urlencoded'],
  limit: '32kb',
  verify: (request, _response, bytes, charset) => {
    if (/^utf-?8$/.test(charset) && !isUtf8(bytes)) misencoded.add(request);
  },
});

/** Requests whose bodies have bytes that are no UTF-8, which the parser replaces by UNREADABLE instead of refusing them. */
const misencoded = new WeakSet<object>();

const UNREADABLE_BODY = 'Send the fields in the URL, or as a form or JSON of at most 32 KiB';

/** The parameters of the URL and, on a POST, those of a form or JSON body. */
export async function allParameters(request: SoukRequest): Promise<FlatParameters> {
  return urlParameters(request).and(await bodyParameters(request));
}

/** The parameters in the query of a request's URL. */
export function urlParameters({ originalUrl }: SoukRequest): FlatParameters {
  if (Buffer.byteLength(originalUrl) > URL_LIMIT_BYTES) {
    return unread('The URL is too long');
  }
  const mark = originalUrl.indexOf('?');
  return parseFlatParameters(mark < 0 ? '' : originalUrl.slice(mark + 1));
}

/** The parameters of a POST's form or JSON body. The body of a GET is never read. */
async function bodyParameters(request: SoukRequest): Promise<FlatParameters> {
  if (request.method !== 'POST') return new FlatParameters([]);
  // Too long, or of an unknown charset or encoding: it is refused later, after its order_uuid has been looked up.
  const body = await bodyText(request).catch(() => undefined);
  if (body === undefined) {
    return hasBody(request) ? unread(UNREADABLE_BODY) : new FlatParameters([]);
  }
  const parameters = request.is('json') ? jsonParameters(body) : parseFlatParameters(body);
  if (!misencoded.has(request)) return parameters;
  return parameters.and(new FlatParameters([], 'The body is not UTF-8'));
}

/** Undefined for a body of another type, or no body. */
async function bodyText(request: SoukRequest): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  readText(request, request.res as express.Response, (error?: unknown) => {
    if (error === undefined) resolve(undefined);
    else reject(error);
  });
  await promise;
  const body: unknown = request.body;
  return typeof body === 'string' ? body : undefined;
}

/** The parameters of a JSON body. */
export function jsonParameters(body: string): FlatParameters {
  if (body.trim() === '') return new FlatParameters([]);
  const parsed = parsedJson(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return unread('The JSON body must be an object of fields');
  }
  const entries = Object.entries(parsed);
  const fault =
    keyCount(body) > entries.length ? 'A field stands twice in the JSON body' : undefined;
  return collectParameters(
    entries.map((entry) => () => jsonParameter(entry)),
    fault,
    fault === undefined,
  );
}

function unread(fault: string): FlatParameters {
  return new FlatParameters([], fault, false);
}

function parsedJson(body: string): unknown {
  try {
    return parseJsonExactly(body);
  } catch {
    return undefined;
  }
}

/**
 * Counts the keys of the outermost object in the source text, as colons outside of strings. JSON.parse silently keeps
 * the last of repeated keys, so an order with two quantities would get the last one.
 * @param json well-formed JSON
 */
function keyCount(json: string): number {
  let keys = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at += 1;
    else if (!quoted && character === '{') depth += 1;
    else if (!quoted && character === '}') depth -= 1;
    else if (!quoted && depth === 1 && character === ':') keys += 1;
  }
  return keys;
}

function jsonParameter([name, value]: [string, unknown]): Parameter {
  // Numbers have been parsed as their source text.
  if (typeof value === 'string') return [name, value];
  if (typeof value === 'boolean') return [name, String(value)];
  throw new MalformedParameter(name);
}
