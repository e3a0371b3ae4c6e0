import { isDeepStrictEqual } from 'node:util';
import type { Call, History } from '../history.js';
import { fieldsOf, parsedJson, type Fields } from './json.js';

/** The admin API, and an extension that does the same by `Shop`. */
const BASE = /^\/(admin|acting)\/api\/v1\//;

/** What an operator asked for, however often it was sent under its idempotency key. */
export interface OperatorCall {
  readonly client: string;
  /** The instance that made the change; empty if it was sent to several. */
  readonly instance: string;
  readonly startMs: number;
  /** `Infinity` while it is not known whether it was done. */
  readonly endMs: number;
  readonly method: string;
  /** Of the path: `products`, `1001`, `price`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly json: Fields;
  /** True when a repetition under its idempotency key was answered otherwise, or refused after it had been done. */
  readonly hasOtherAnswer: boolean;
  readonly text: string;
}

/** The calls of operators that were done, or may have been. A refused one has changed nothing. */
export function operatorCalls({ calls }: History): readonly OperatorCall[] {
  const groups = new Map<string, Call[]>();
  for (const [index, call] of calls.entries()) {
    const { method, path, body, headers } = call.request;
    if (!BASE.test(path)) continue;
    const key = headers['idempotency-key'];
    const id = JSON.stringify(key === undefined ? index : [key, method, path, body]);
    const group = groups.get(id) ?? [];
    group.push(call);
    groups.set(id, group);
  }
  return [...groups.values()].flatMap((group) => operatorCall(group));
}

function operatorCall(group: readonly Call[]): OperatorCall[] {
  const [first] = group;
  const done = group.filter(({ answer }) => answer && answer.status >= 200 && answer.status < 300);
  const mayBeDone = group.some(({ answer }) => !answer || answer.status >= 500);
  if (!first || (done.length === 0 && !mayBeDone)) return [];
  const { method, path, body = '' } = first.request;
  const url = new URL(path, 'http://shop');
  const answered = done.toSorted((one, other) => one.endMs - other.endMs)[0];
  const answers = done.map(({ answer }) => parsedJson(answer?.text ?? ''));
  const instances = new Set(group.map(({ instance }) => instance));
  const outcome = answered ? answered.answer?.status : 'no answer';
  return [
    {
      client: first.client,
      instance: instances.size === 1 ? first.instance : '',
      startMs: group.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
      endMs: answered?.endMs ?? Infinity,
      method,
      parts: url.pathname.replace(BASE, '').split('/').map(decodeURIComponent),
      query: url.searchParams,
      body: fieldsOf(parsedJson(body)),
      json: fieldsOf(answered?.answer && parsedJson(answered.answer.text)),
      hasOtherAnswer:
        answers.some((answer) => !isDeepStrictEqual(answer, answers[0])) ||
        group.some((call) => isRefusedAfter(call, answered?.endMs ?? Infinity)),
      text: `${method} ${url.pathname.replace(BASE, '')}${url.search} ${body} → ${outcome ?? ''}`,
    },
  ];
}

/** Refusals that tell nothing of the request: who may ask has changed, it did not arrive, or there are too many. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 408, 429]);

function isRefusedAfter({ startMs, answer }: Call, doneMs: number): boolean {
  const status = answer?.status ?? 0;
  return startMs > doneMs && status >= 400 && status < 500 && !OF_CALLER.has(status);
}

/** The parts that the path has in the places of the `*`; undefined for another route. */
export function matched(
  { method, parts }: OperatorCall,
  wantedMethod: string,
  pattern: string,
): readonly string[] | undefined {
  const wanted = pattern.split('/');
  if (method !== wantedMethod || wanted.length !== parts.length) return undefined;
  const isMatch = wanted.every((part, index) => part === '*' || part === parts[index]);
  return isMatch ? parts.filter((_part, index) => wanted[index] === '*') : undefined;
}
