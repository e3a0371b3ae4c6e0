import { failureError } from './errors.js';
import type { Reply } from './reply.js';
import type { Patience, Shop } from './shop.js';
import type { Success } from './types.js';

export interface RotateOptions extends Patience {
  /**
   * Stores the successor; it is used only after this. Keep the former token until `rotate` has returned: until then the
   * successor may be replaced by another one. When `rotate` throws, keep both: either may be the one that is valid.
   */
  readonly store: (token: string, expiresAt: string | null) => void | Promise<void>;
}

/** Each needs a lost answer that arrives late. */
const MAX_SUCCESSORS = 5;

/**
 * Replaces the token of the shop. An answer that was lost does no harm: each request replaces a successor that was not
 * used yet. One that arrives late could replace the successor that was stored, so that is used at once; if it is no
 * longer valid, the former token asks for another. When no answer to this use arrives, the next call begins with it: the
 * successor may be in use by then, and the former token can make no other one.
 * @returns the successor
 */
export async function rotateToken(shop: Shop, options: RotateOptions): Promise<string> {
  for (let tries = 1; ; tries++) {
    const successor = shop.successor ?? (await storedSuccessor(shop, options));
    shop.successor = successor;
    const used = await firstUse(shop, successor, options);
    const isDead = used.kind === 'refusal' && used.code === 121;
    if (isDead) shop.successor = undefined;
    if (isDead && tries < MAX_SUCCESSORS) continue;
    bodyOf(used);
    shop.token = successor;
    shop.successor = undefined;
    return successor;
  }
}

async function storedSuccessor(
  shop: Shop,
  { store, signal, ...patience }: RotateOptions,
): Promise<string> {
  const question = {
    method: 'POST',
    path: 'tokens/rotate',
    keys: ['token', 'expires_at'],
    signal,
  } as const;
  const { token, expires_at } = bodyOf(
    await shop.insist(() => shop.ask<'tokens-rotate'>(question), { signal, ...patience }),
  );
  await store(token, expires_at);
  return token;
}

/** The successor replaces its former token when it is used; any request that is not refused does so. */
function firstUse(
  shop: Shop,
  token: string,
  { signal, ...patience }: Patience,
): Promise<Reply<Success<'profile'>>> {
  return shop.insist(
    () => shop.ask<'profile'>({ path: 'profile', keys: ['id', 'balance'], signal }, token),
    { signal, ...patience },
  );
}

function bodyOf<Body>(reply: Reply<Body>): Body {
  if (reply.kind === 'ok') return reply.body;
  throw failureError(reply);
}
