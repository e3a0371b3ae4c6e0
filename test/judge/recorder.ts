import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Ask, HttpClient, RawAnswer, SendingWatch } from '../support/http-client.js';
import type { Answer, Call, History, Message, Request, TokenOwner } from './history.js';

/** Who sends requests, and to which instance. */
export interface Sender {
  readonly client: string;
  readonly instance: string;
}

/** What changes the meaning of a request. */
const TOLD_HEADERS = ['idempotency-key', 'if-match', 'if-none-match', 'purpose', 'sec-purpose'];
/** Begins the token of an operator, which no history holds. */
const OPERATOR = 'souk_op_';
/** Readers hear the same again and again; a text that was heard lately is kept once. */
const KEPT_TEXTS = 1_000;
const SHORT_CHARACTERS = 200;

type Sent = Omit<Call, 'endMs' | 'answer'>;

/** A change of the shop, as a request of the admin API. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind `/admin/api/v1/`. */
  readonly path: string;
  readonly body?: object;
}

/** Writes down all that clients send and hear. */
export class Recorder {
  private ended: Call[] = [];
  /** What was sent and is not yet answered. */
  private readonly open = new Set<Sent>();
  private messages: Message[] = [];
  private readonly tokens = new Map<string, TokenOwner>();
  private readonly texts = new LRUCache<string, string>({ max: KEPT_TEXTS });

  /** What has come so far; what is not yet answered stands in it without an answer. */
  get history(): History {
    const endMs = performance.now();
    const open = [...this.open].map((sent) => ({ ...sent, endMs, answer: undefined }));
    return { calls: [...this.ended, ...open], messages: this.messages, tokens: this.tokens };
  }

  get callCount(): number {
    return this.ended.length;
  }

  /** The history so far. What comes from now on is another one, with the same tokens. */
  take(): History {
    const { calls, messages, tokens } = this.history;
    [this.ended, this.messages] = [[], []];
    return { calls, messages, tokens: new Map(tokens) };
  }

  /** Names the owner of a token. */
  own(token: string, owner: TokenOwner): void {
    this.tokens.set(token, owner);
  }

  /** The ids by which the tokens of an account are revoked. */
  tokenIdsOf(accountId: number): readonly number[] {
    return [...this.tokens.values()].flatMap(({ accountId: owner, tokenId }) =>
      owner === accountId && tokenId !== undefined ? [tokenId] : [],
    );
  }

  /**
   * Writes down what is changed past the admin API, by SQL or the command line, as the requests that would have changed the
   * same. A history that lacked it would be contradictory.
   * @param isDone whether it was surely changed; when it was not, or there was an error, it may have been, or may still be
   */
  async changing<Result>(
    changes: readonly Change[],
    work: () => Promise<Result>,
    isDone: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const sent = changes.map((change) => ({ ...PAST_THE_API, ...sentNow(change) }));
    for (const one of sent) this.open.add(one);
    let done = false;
    try {
      const result = await work();
      done = isDone(result);
      return result;
    } finally {
      const endMs = performance.now();
      const answer = done ? { status: 200, text: '{}' } : undefined;
      for (const one of sent) {
        this.open.delete(one);
        this.ended.push({ ...one, endMs, answer });
      }
    }
  }

  /** Takes a webhook. */
  hear(accountId: number, body: string, receivedMs = performance.now()): void {
    this.messages.push({ accountId, receivedMs, body });
  }

  /** Sees what one sender sends. */
  watching({ client, instance }: Sender): SendingWatch {
    return (path, ask) => {
      const request = requestOf(path, ask);
      const sent = { client, instance, startMs: performance.now(), request };
      this.open.add(sent);
      return (answer) => {
        // A request that was given up may fail once more.
        if (!this.open.delete(sent)) return;
        const endMs = answer?.ended ?? performance.now();
        this.ended.push({ ...sent, endMs, answer: answer && this.heard(answer) });
      };
    };
  }

  private heard(answer: RawAnswer): Answer {
    const { status, headers } = answer;
    const text = this.kept(textOf(answer));
    return { status, text, ...(headers.etag !== undefined && { headers: { etag: headers.etag } }) };
  }

  private kept(text: string): string {
    if (text.length < SHORT_CHARACTERS) return text;
    const known = this.texts.get(text);
    if (known === undefined) this.texts.set(text, text);
    return known ?? text;
  }
}

/** Who changes something past the admin API; no instance has answered it. */
const PAST_THE_API: Sender = { client: 'operator', instance: '' };

function sentNow({ method, path, body }: Change): Pick<Sent, 'startMs' | 'request'> {
  const request = {
    method,
    path: `/admin/api/v1/${path}`,
    token: undefined,
    headers: {},
    body: body && JSON.stringify(body),
  };
  return { startMs: performance.now(), request };
}

/** Has a recorder write down all that a client sends and hears. @returns the client */
export function recording(http: HttpClient, recorder: Recorder, sender: Sender): HttpClient {
  http.watch = recorder.watching(sender);
  return http;
}

function requestOf(path: string, { method = 'GET', token, headers = {}, body }: Ask): Request {
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const told = TOLD_HEADERS.flatMap((name) => {
    const value = lower.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const bearer = lower.get('authorization')?.replace(/^bearer /i, '');
  const credential = token ?? lower.get('api-token') ?? bearer;
  return {
    method,
    path,
    token: credential?.startsWith(OPERATOR) ? undefined : credential,
    headers: Object.fromEntries(told),
    body,
  };
}

function textOf({ body, headers }: RawAnswer): string {
  const encoding = headers['content-encoding'];
  if (body.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}
