import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './http-client.js';

/** The parts of an OpenAPI document that the check follows. */
export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation | undefined>>;
}

interface Operation {
  readonly responses: Record<string, { content?: Record<string, unknown> } | undefined>;
}

/** Keys by which existing clients recognize a failure; no success may have them. */
const FAILURE_KEYS = ['code', 'error', 'error_code', 'message', 'msg', 'pin', 'note'];
const JSON_TYPE = 'application/json';
const ERROR_BODY = '#/components/schemas/ErrorBody';
/** Answered for operators and tools, and not part of the API that the document describes. */
const OUTSIDE_THE_DOCUMENT = /^\/(openapi\.json|health\/(live|ready|serving))$/;
/** Raised before any route is known, so no operation documents it. */
const HEADERS_TOO_LARGE = 431;

/** Checks answers against the server's OpenAPI document and against the rules for all answers. */
export class AnswerCheck {
  /** By the text of the document, since shops have the same one, and to compile its schemas takes long. */
  private static readonly made = new Map<string, AnswerCheck>();

  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  private constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.ajv);
    // The document itself is no schema; it contains the schemas.
    this.ajv.addSchema(document, 'openapi', undefined, false);
  }

  /** @param text the OpenAPI document */
  static of(text: string): AnswerCheck {
    const made = AnswerCheck.made.get(text) ?? new AnswerCheck(JSON.parse(text) as OpenApiDocument);
    AnswerCheck.made.set(text, made);
    return made;
  }

  /** @throws Error when the answer is not what the document promises. */
  check(method: string, path: string, answer: Answer): void {
    const faults = this.faultsOf(method, path, answer);
    if (faults.length === 0) return;
    const shown = answer.text.slice(0, 500);
    throw new Error(`${method} ${path} → ${answer.status} ${shown}\n${faults.join('\n')}`);
  }

  private faultsOf(method: string, path: string, answer: Answer): string[] {
    const { status, headers, text } = answer;
    const faults = headers['x-request-id'] ? [] : ['has no X-Request-Id'];
    if (status === 204 || status === 304) {
      return text === '' ? faults : [...faults, `has a body with ${status}`];
    }
    if (headers['content-type'] !== 'application/json; charset=utf-8') {
      faults.push(`has content type ${headers['content-type']}`);
    }
    if (method === 'HEAD') return text === '' ? faults : [...faults, 'has a body for HEAD'];
    return [...faults, ...this.bodyFaults(method, path, answer)];
  }

  private bodyFaults(method: string, path: string, answer: Answer): string[] {
    const error = answer.status >= 400 || (isRecord(answer.json) && answer.json.status === 'ERROR');
    const rules = error ? errorFaults(answer) : successFaults(path, answer);
    if (error && answer.status === 200) {
      // In always-200 mode an error comes with the status of a success.
      return [...rules, ...this.mismatches(ERROR_BODY, answer.json)];
    }
    const plain = plainPath(path);
    const template = this.templateOf(plain);
    const operation = template && this.document.paths[template]?.[method.toLowerCase()];
    if (!operation || answer.status === HEADERS_TOO_LARGE) {
      if (error) return [...rules, ...this.mismatches(ERROR_BODY, answer.json)];
      return OUTSIDE_THE_DOCUMENT.test(plain) ? rules : [...rules, 'is undocumented'];
    }
    if (!operation.responses[answer.status]?.content?.[JSON_TYPE]) {
      return [...rules, `has a status that ${template} does not document`];
    }
    const pointer = ['paths', template, method.toLowerCase(), 'responses', String(answer.status)];
    const schema = `#/${[...pointer, 'content', JSON_TYPE, 'schema'].map(escaped).join('/')}`;
    return [...rules, ...this.mismatches(schema, answer.json)];
  }

  private mismatches(pointer: string, json: unknown): string[] {
    const validate = this.ajv.getSchema(`openapi${pointer}`);
    if (!validate) return [`has no schema at ${pointer}`];
    if (validate(json)) return [];
    return (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message ?? ''}`);
  }

  /** The documented path that a request's path belongs to; `categories/all` before `{id}`. */
  private templateOf(plain: string): string | undefined {
    const templates = Object.keys(this.document.paths).sort();
    if (templates.includes(plain)) return plain;
    return templates.find((template) => patternOf(template).test(plain));
  }
}

/** A path as documented: no query, doubled slash or slash at the end, `/params` spelled out. */
function plainPath(path: string): string {
  const plain = path
    .replace(/[?#].*$/s, '')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
  return plain.replace(/\/newOrder\/[^/]+$/i, '$&/params');
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]*')}$`, 'i');
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function errorFaults({ json, headers }: Answer): string[] {
  const faults = headers['cache-control'] === 'no-store' ? [] : ['is an error that may be cached'];
  // Common clients sleep the whole Retry-After, so it is short, and absent where waiting seconds does not help.
  const wait = headers['retry-after'];
  const message = isRecord(json) && json.code === 111 ? String(json.message) : 'stopped';
  if (wait !== undefined && !(!message.includes('stopped') && Number(wait) <= 2)) {
    faults.push(`has Retry-After: ${wait}`);
  }
  const keys = isRecord(json) ? Object.keys(json).join() : 'none';
  if (keys === 'status,code,error_code,message,error') return faults;
  return [...faults, `is an error with keys ${keys}`];
}

function successFaults(path: string, { json }: Answer): string[] {
  if (!isRecord(json)) return [];
  return FAILURE_KEYS.filter(
    (key) => key in json && !(key === 'message' && path.includes('/ping')),
  ).map((key) => `is a success with the key ${key}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
