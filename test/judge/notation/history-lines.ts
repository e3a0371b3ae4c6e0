import type { Answer, Call, History, Message, Request, TokenOwner } from '../history.js';
import { clientAsk } from './client-asks.js';
import { operatorAsk } from './operator-asks.js';

/** What a line asks for, and how what stands behind its arrow is answered. */
export interface Asked {
  readonly request: Omit<Request, 'token'>;
  /** The answer of a request that was not refused. */
  readonly body: (words: readonly string[]) => unknown;
}

const LINE = /^(\d+) +(\d+) +(\S+)@(\S+) +(.*?)(?: +-> *(.*))?$/;
const WEBHOOK = /^(\d+) +webhook +(\S+) +(.*)$/;
const REFUSED = /^no (\d{3})(?: http (\d{3}))?$/;
const RAW = /^http (\d{3})(?: (.*))?$/;
const ACCOUNTS = ['ann', 'bob', 'cem'];

/** The tokens of ann's and bob's programs, and what else is known of them. */
export type Owners = Readonly<Record<string, Partial<TokenOwner>>>;

/**
 * Reads a history that is written as lines: start and end in milliseconds, client and instance, what was asked and, after
 * an arrow, what was answered; `no 105` is a refusal, `http 304` an answer of this status, with the text behind it. Clients whose names begin with `op` are operators; `ann/t2` is ann
 * with the token t2.
 *
 *     0 40 ann@one  new k1 7 -> o1 5 wait
 *     50 90 op@two  accept o1 CODE -> ok
 *     95 webhook ann accepted k1 o1 5
 */
export function historyOf(lines: string, owners: Owners = {}): History {
  const written = lines.split('\n').map((line) => line.trim());
  const messages = written.flatMap((line) => messageOf(line) ?? []);
  const calls = written.flatMap((line) =>
    WEBHOOK.test(line) || line === '' ? [] : [callOf(line)],
  );
  const tokens = new Map<string, TokenOwner>();
  for (const { client, request } of calls) {
    if (request.token === undefined) continue;
    tokens.set(request.token, { accountId: accountOf(client), ...owners[request.token] });
  }
  return { calls, messages, tokens };
}

export function accountOf(name: string): number {
  return ACCOUNTS.indexOf(name.split('/')[0] ?? '') + 1;
}

function callOf(line: string): Call {
  const [, start, end, client = '', instance = '', asked = '', answer] = LINE.exec(line) ?? [];
  if (start === undefined) throw new Error(`this line is no call: ${line}`);
  const isOperator = client.startsWith('op');
  const words = asked.split(/ +/);
  const { request, body } = isOperator ? operatorAsk(words) : clientAsk(words);
  const token = isOperator ? undefined : `token-${client}`;
  return {
    client,
    instance,
    startMs: Number(start),
    endMs: Number(end),
    request: { ...request, token },
    answer: answer === undefined ? undefined : answerOf(answer, isOperator, body),
  };
}

function answerOf(text: string, isOperator: boolean, body: Asked['body']): Answer {
  const [, status, told = ''] = RAW.exec(text) ?? [];
  if (status !== undefined) return { status: Number(status), text: told };
  const [, code, http] = REFUSED.exec(text) ?? [];
  if (code === undefined) return { status: 200, text: JSON.stringify(body(text.split(/ +/))) };
  if (isOperator) return { status: Number(code), text: '{}' };
  const error = { status: 'ERROR', code: Number(code), message: 'refused' };
  return { status: Number(http ?? 422), text: JSON.stringify(error) };
}

function messageOf(line: string): Message | undefined {
  const [, receivedMs, name = '', text = ''] = WEBHOOK.exec(line) ?? [];
  if (receivedMs === undefined) return undefined;
  const [what, key, id, price, refunded] = text.split(/ +/);
  const status = what === 'rejected' ? 'reject' : 'accept';
  const data = { order_id: id, order_uuid: key, status, price, refunded };
  const body = JSON.stringify({ type: `order.${what ?? ''}`, data });
  return { accountId: accountOf(name), receivedMs: Number(receivedMs), body };
}
