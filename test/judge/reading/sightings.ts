import type { History } from '../history.js';
import { keyOf, normalKey, type ClientCall } from './client-calls.js';
import { fieldsOf, listOf, parsedJson, textOf, textsOf } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';
import {
  checkedOrder,
  listedOrder,
  placedOrder,
  shownOrder,
  type ShownOrder,
} from './shown-orders.js';

const MAX_TEXT_CHARACTERS = 140;

/** When and where something was seen. */
export interface Moment {
  readonly client: string;
  readonly instance: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** One answer, or message, that shows orders of an account. */
export interface Sighting extends Moment {
  /** Undefined on a page of operators. */
  readonly accountId: number | undefined;
  readonly orders: readonly ShownOrder[];
  /** The keys that were asked for, in their order; each has an order that is shown, or none. */
  readonly askedKeys: readonly string[];
  readonly askedIds: readonly string[];
  /** True for a list of orders of the account, the newest first. */
  readonly isList: boolean;
  /** True for a list of all of them. */
  readonly isWhole: boolean;
  readonly sealed: readonly string[];
  /** True when the keys that have no order were to be sealed. */
  readonly isSealing: boolean;
  /** The same where no answer told whether they were. */
  readonly mayHaveSealed: boolean;
  /** True for what is not known to be an answer of the state that it was sent in: a message. */
  readonly isMessage: boolean;
  readonly text: string;
}

const NOTHING = {
  orders: [],
  askedKeys: [],
  askedIds: [],
  isList: false,
  isWhole: false,
  sealed: [],
  isSealing: false,
  mayHaveSealed: false,
  isMessage: false,
};

/** The answer of newOrder, if it shows an order. */
export function orderOf({ isOk, json }: ClientCall): ShownOrder | undefined {
  return isOk ? placedOrder(fieldsOf(json).data) : undefined;
}

/** All answers but those of newOrder that show orders. */
export function sightings(
  history: History,
  clients: readonly ClientCall[],
  operators: readonly OperatorCall[],
): readonly Sighting[] {
  return [
    ...clients.flatMap((call) => ofClient(call) ?? []),
    ...wholeLists(clients),
    ...operators.flatMap((call) => ofOperator(call) ?? []),
    ...history.messages.flatMap((message) => ofMessage(message) ?? []),
  ];
}

function ofClient(call: ClientCall): Sighting | undefined {
  if (call.route === 'check') return ofCheck(call);
  if (call.route !== 'orders' || !call.isOk) return undefined;
  const { data, next } = fieldsOf(call.json);
  const orders = listOf(data).flatMap((item) => listedOrder(item) ?? []);
  const { parameters } = call;
  const filters = [...parameters.keys()].filter((name) => name !== 'limit');
  const key = keyOf(parameters);
  const asksForKey = filters.length === 1 && parameters.has('order_uuid') && key !== undefined;
  return {
    ...momentOf(call),
    ...NOTHING,
    orders,
    askedKeys: asksForKey && next === null ? [key] : [],
    isList: true,
    isWhole: filters.length === 0 && next === null,
    text: textOfCall(call),
  };
}

/** Lists of all orders that were read in several pages, each from its first one on. */
function wholeLists(clients: readonly ClientCall[]): Sighting[] {
  const pages = clients.filter(({ route, isOk, parameters }) => {
    const filters = [...parameters.keys()].filter((name) => name !== 'limit' && name !== 'cursor');
    return route === 'orders' && isOk && filters.length === 0;
  });
  const cursorOf = ({ accountId }: ClientCall, cursor: string): string => `${accountId} ${cursor}`;
  const byCursor = new Map(
    pages.flatMap((page) => {
      const cursor = page.parameters.get('cursor');
      return cursor === null ? [] : [[cursorOf(page, cursor), page]];
    }),
  );
  const nextOf = (page: ClientCall): string | undefined => textOf(fieldsOf(page.json).next);
  return pages.flatMap((first) => {
    if (first.parameters.has('cursor') || nextOf(first) === undefined) return [];
    const read: ClientCall[] = [];
    let page: ClientCall | undefined = first;
    while (page && !read.includes(page)) {
      read.push(page);
      const next = nextOf(page);
      page = next === undefined ? undefined : byCursor.get(cursorOf(page, next));
    }
    const last = read.at(-1) ?? first;
    if (nextOf(last) !== undefined) return [];
    const sightings = read.flatMap((one) => ofClient(one) ?? []);
    const orders = sightings.flatMap((one) => one.orders);
    const endMs = read.reduce((latest, { call }) => Math.max(latest, call.endMs), 0);
    const text = `${textOfCall(first)} and ${read.length - 1} pages more`;
    return [{ ...momentOf(first), endMs, ...NOTHING, orders, isList: true, isWhole: true, text }];
  });
}

function ofCheck(call: ClientCall): Sighting | undefined {
  const { parameters, isOk, json } = call;
  const asked = askedOf(parameters);
  const byKey = isOn(parameters, 'uuid');
  const { data, sealed } = fieldsOf(json);
  const mayHaveSealed = isSealing(call) && !isOk && isUntold(call);
  if (!isOk && !mayHaveSealed) return undefined;
  const hasDetails = parameters.get('details') === '1';
  const moment = momentOf(call);
  return {
    ...moment,
    ...NOTHING,
    endMs: mayHaveSealed ? Infinity : moment.endMs,
    orders: listOf(data).flatMap((item) => checkedOrder(item, hasDetails) ?? []),
    askedKeys: byKey ? asked.map(normalKey) : [],
    askedIds: byKey ? [] : asked,
    sealed: textsOf(sealed).map(normalKey),
    isSealing: isSealing(call),
    mayHaveSealed,
    text: textOfCall(call),
  };
}

/** True for a check that seals the keys which have no order. */
export function isSealing({ parameters }: ClientCall): boolean {
  return isOn(parameters, 'uuid') && isOn(parameters, 'seal');
}

function isOn(parameters: URLSearchParams, name: string): boolean {
  return ['1', 'true'].includes(parameters.get(name) ?? '');
}

/** True for a request that may have done what it asked for without telling. */
export function isUntold({ call: { answer }, code }: ClientCall): boolean {
  if (!answer || code === undefined) return true;
  return code === 500 || (code === 111 && answer.status !== 408 && answer.status !== 429);
}

/** A line about a call, for people. */
export function textOfCall({ call: { request, answer }, code }: ClientCall): string {
  const path = request.path.replace('/client/api/', '');
  if (!answer) return `${path} → no answer`;
  return `${path} → ${code ?? shortened(answer.text)}`;
}

function shortened(text: string): string {
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;
}

function askedOf(parameters: URLSearchParams): readonly string[] {
  const lists = [...parameters].filter(([name]) => /^orders(\[\d*\])?$/.test(name));
  return lists
    .flatMap(([, list]) => list.replace(/["[\]/&]/g, '').split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function ofOperator(call: OperatorCall): Sighting | undefined {
  const isOrder = matched(call, 'GET', 'orders/*') !== undefined;
  const isList = matched(call, 'GET', 'orders') !== undefined;
  if ((!isOrder && !isList) || call.endMs === Infinity) return undefined;
  const items = isOrder ? [call.json] : listOf(call.json.items);
  const { client, instance, startMs, endMs, text } = call;
  const orders = items.flatMap((item) => shownOrder(item) ?? []);
  return { client, instance, startMs, endMs, accountId: undefined, ...NOTHING, orders, text };
}

function ofMessage({ accountId, receivedMs, body }: History['messages'][number]) {
  const { type, data } = fieldsOf(parsedJson(body));
  const order = shownOrder(data);
  const kind = textOf(type);
  if (kind?.startsWith('order.') !== true || !order) return undefined;
  const moment = {
    client: 'webhook',
    instance: `account ${accountId}`,
    startMs: 0,
    endMs: receivedMs,
  };
  const text = `${kind} ${shortened(body)}`;
  return { ...moment, ...NOTHING, accountId, orders: [order], isMessage: true, text };
}

export function momentOf({ call, accountId }: ClientCall): Moment & { readonly accountId: number } {
  const { client, instance, startMs, endMs, answer } = call;
  return { client, instance, startMs, endMs: answer ? endMs : Infinity, accountId };
}
