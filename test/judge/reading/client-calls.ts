import type { Call, History } from '../history.js';
import { fieldsOf, parsedJson, textOf } from './json.js';

const BASE = '/client/api/';
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

/** A call of a reseller's program. */
export interface ClientCall {
  readonly call: Call;
  readonly accountId: number;
  readonly token: string;
  /** The path below `/client/api/`, without the ids in it: `newOrder`, `tokens/rotate`. */
  readonly route: string;
  /** The id in the path. */
  readonly pathId: string | undefined;
  readonly parameters: URLSearchParams;
  /** The parsed answer. */
  readonly json: unknown;
  /** The code of an error. */
  readonly code: number | undefined;
  readonly isOk: boolean;
}

/** Stands for the owner of a token that nobody owns. */
const NOBODY = -1;

/** The calls below `/client/api`: those that carry a token whose owner is known, and all others. */
export function clientCalls(history: History): {
  readonly clients: readonly ClientCall[];
  readonly strangers: readonly ClientCall[];
} {
  const all = allCalls(history);
  return {
    clients: all.filter(({ accountId }) => accountId !== NOBODY),
    strangers: all.filter(({ accountId }) => accountId === NOBODY),
  };
}

function allCalls({ calls, tokens }: History): readonly ClientCall[] {
  return calls.flatMap((call) => {
    const { token = '', path, method } = call.request;
    const { accountId } = tokens.get(token) ?? { accountId: NOBODY };
    const url = new URL(path.replace(/^\/+/, '/'), 'http://shop');
    const whole = url.pathname.replace(/\/{2,}/g, '/');
    if (!whole.startsWith(BASE) || method === 'HEAD') return [];
    const json = call.answer && parsedJson(call.answer.text);
    const code = codeOf(json);
    const status = call.answer?.status;
    const isOk = code === undefined && json !== undefined && status === 200;
    const route = routeOf(whole.slice(BASE.length).replace(/\/+$/, ''));
    const parameters = withBody(url.searchParams, call);
    return [{ call, accountId, token, ...route, parameters, json, code, isOk }];
  });
}

/** The normal form of an idempotency key. */
export function normalKey(text: string): string {
  const trimmed = text.trim();
  const uuid = UUID.exec(trimmed);
  return uuid ? uuid.slice(1).join('-').toLowerCase() : trimmed;
}

/** The key of newOrder, under any name that the wire reads. */
export function keyOf(parameters: URLSearchParams): string | undefined {
  const named = parameters.get('order_uuid');
  if (named !== null) return named.trim() === '' ? undefined : normalKey(named);
  const other = [...parameters].find(
    ([name, value]) => isKeyName(name) && UUID.test(value.trim()) && value.includes('-'),
  );
  return other && normalKey(other[1]);
}

export function quantityOf(parameters: URLSearchParams): string {
  const names = [...parameters].filter(([, value]) => value !== '');
  const of = (name: string): string | undefined => names.find(([one]) => bare(one) === name)?.[1];
  return of('qty') ?? of('quantity') ?? of('qt') ?? '1';
}

/** True for a parameter that may give the key. */
export function isKeyName(name: string): boolean {
  return ['orderuuid', 'uuid'].includes(bare(name));
}

export function isQuantityName(name: string): boolean {
  return ['qty', 'quantity', 'qt'].includes(bare(name));
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[-_ [\]]/g, '');
}

function routeOf(path: string): Pick<ClientCall, 'route' | 'pathId'> {
  const [first = '', second] = path.split('/');
  const holdsId = ['newOrder', 'quote', 'content'].includes(first);
  return holdsId ? { route: first, pathId: second } : { route: path, pathId: undefined };
}

function codeOf(json: unknown): number | undefined {
  const { status, code } = fieldsOf(json);
  return status === 'ERROR' && typeof code === 'number' ? code : undefined;
}

function withBody(query: URLSearchParams, { request: { method, body } }: Call): URLSearchParams {
  if (method !== 'POST' || body === undefined) return query;
  const json = parsedJson(body);
  const fields = Object.entries(fieldsOf(json)).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text]];
  });
  const sent = json === undefined ? [...new URLSearchParams(body)] : fields;
  return new URLSearchParams([...query, ...(sent as [string, string][])]);
}
