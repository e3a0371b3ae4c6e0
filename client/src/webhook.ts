import { isRecord, parsed } from './reply.js';

/** What a shop tells, as docs/webhooks.md describes it. There may be new types and keys. */
export interface WebhookMessage {
  /** The same whenever the same message is sent: remember it for a week. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookRequest {
  /** `whsec_…`, as the shop has given it. */
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, before it is parsed. */
  readonly body: string | Uint8Array;
  /** Milliseconds since 1970; now if absent. */
  readonly nowMs?: number;
}

/** The message was not sent by the shop, not now, or not under this secret: answer 400, and do nothing. */
export class UnverifiedWebhookError extends Error {
  override readonly name = 'UnverifiedWebhookError';
}

const MAX_AGE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** The message, once its signature has been verified. @throws UnverifiedWebhookError */
export async function verifiedWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { secret, body, nowMs = Date.now() } = request;
  const [id, time, given] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(request, `webhook-${name}`),
  );
  if (!id || !time || !given)
    throw new UnverifiedWebhookError('A header of the webhook is missing');
  // What is no number is refused, too.
  if (!(Math.abs(nowMs / 1000 - Number(time)) <= MAX_AGE_SECONDS)) {
    throw new UnverifiedWebhookError('The webhook was not sent within the last five minutes');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), content);
  if (!(await isSigned(secret, signed, given))) {
    throw new UnverifiedWebhookError('The webhook has no signature under this secret');
  }
  const message = parsed(text);
  if (!isRecord(message) || !isRecord(message.data)) {
    throw new UnverifiedWebhookError('The webhook holds no message');
  }
  const { type, timestamp, data } = message;
  return { id, type: String(type), timestamp: String(timestamp), data };
}

/** There may be several signatures, while a secret is changed. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  given: string,
): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  if (!raw) throw new TypeError('The secret of a webhook is whsec_ and base64');
  const key = await crypto.subtle.importKey('raw', raw, HMAC, false, ['verify']);
  for (const one of given.split(' ')) {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : undefined;
    if (signature && (await crypto.subtle.verify(HMAC, key, signature, signed))) return true;
  }
  return false;
}

/** Undefined for a text that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Of any letter case. */
function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1] !== undefined ? String(found[1]) : undefined;
}
