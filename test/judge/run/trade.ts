import { randomUUID } from 'node:crypto';
import type { Random } from '../../support/random.js';
import type { Answer } from '../../support/http-client.js';

const NEW_ORDER = '/client/api/newOrder';
/** Keys and ended tokens of an account that its clients remember. */
const REMEMBERED_KEYS = 150;
const REMEMBERED_TOKENS = 5;
/** Few, so that requests differ by them alone. */
const PLAYERS = 5;
const CAN_NEVER_BE = 117;
const CANNOT_DECIDE = 111;
const CALLED_BACK = [408, 429];

/** A product as the clients know it. */
export interface SoldProduct {
  readonly id: number;
  readonly maxQuantity: number;
  /** USD a unit, as was last heard. */
  price: number;
}

/** What an order asks for. */
export interface Wish {
  readonly product: SoldProduct;
  readonly player: number;
  readonly quantity: number;
  /** USD; no limit if undefined. */
  readonly maxPrice: string | undefined;
}

export function drawWish(random: Random, product: SoldProduct): Wish {
  const quantity = random.between(1, product.maxQuantity);
  const limit = product.price * quantity * (0.9 + random.next() / 2);
  return {
    product,
    player: random.between(1, PLAYERS),
    quantity,
    maxPrice: random.chance(0.2) ? limit.toFixed(4) : undefined,
  };
}

/** An order_uuid with what it was first sent for. */
export class OrderKey {
  readonly uuid: string = randomUUID();
  orderId: string | undefined;
  /** True when an answer said what became of it for good. */
  isSettled = false;
  /** True when some sending of it may still take effect, as far as its client knows. */
  isDoubtful = false;

  constructor(readonly wish: Wish) {}

  /** The path of a request under this key. */
  path(wish = this.wish): string {
    const { product, player, quantity, maxPrice } = wish;
    const limit = maxPrice === undefined ? '' : `&max_price=${maxPrice}`;
    return `${NEW_ORDER}/${product.id}/params?order_uuid=${this.uuid}&playerId=${player}&qty=${quantity}${limit}`;
  }

  hear(answer: Answer | undefined): void {
    const { status, code, data } = (answer?.json ?? {}) as NewOrderAnswer;
    if (status === 'OK' && data) this.orderId = data.order_id;
    if (this.orderId !== undefined || code === CAN_NEVER_BE) this.isSettled = true;
    if (!answer || isOpen(answer.status, code)) this.isDoubtful = true;
  }
}

interface NewOrderAnswer {
  readonly status?: string;
  readonly code?: number;
  readonly data?: { readonly order_id: string };
}

function isOpen(status: number, code: number | undefined): boolean {
  if (code === CANNOT_DECIDE) return !CALLED_BACK.includes(status);
  return code === undefined ? status !== 200 : code === 500;
}

/** A token that works, and the id of the first of its family, by which it is revoked. */
export interface LiveToken {
  readonly token: string;
  readonly familyId: number;
}

/** An account with all that its clients share. */
export class TradingAccount {
  readonly tokens: LiveToken[] = [];
  /** Revoked not long ago. */
  readonly ended: string[] = [];
  /** Sent not long ago. */
  readonly keys: OrderKey[] = [];
  /** Of which nobody knows what becomes. */
  readonly doubtful = new Map<string, OrderKey>();
  /** Of the last answer of `changes`. */
  cursor: string | undefined;

  constructor(readonly id: number) {}

  /** Mostly one that works, sometimes one that was revoked. */
  drawToken(random: Random): string {
    if (this.ended.length > 0 && random.chance(0.02)) return random.pick(this.ended);
    return this.tokens.length > 0 ? random.pick(this.tokens).token : 'none';
  }

  newKey(wish: Wish): OrderKey {
    const key = new OrderKey(wish);
    this.keys.push(key);
    if (this.keys.length > REMEMBERED_KEYS) this.keys.shift();
    return key;
  }

  /** Notes an answer to a request under a key. */
  hear(key: OrderKey, answer: Answer | undefined): void {
    key.hear(answer);
    if (key.isSettled) this.doubtful.delete(key.uuid);
    else if (key.isDoubtful) this.doubtful.set(key.uuid, key);
  }

  /** Takes a family of tokens out of use. */
  end(familyId: number): void {
    const ended = this.tokens.filter((one) => one.familyId === familyId);
    const live = this.tokens.filter((one) => one.familyId !== familyId);
    this.tokens.splice(0, Infinity, ...live);
    this.ended.push(...ended.map(({ token }) => token));
    this.ended.splice(0, Math.max(0, this.ended.length - REMEMBERED_TOKENS));
  }
}

/** What is traded, and by whom. */
export interface Trade {
  readonly accounts: readonly TradingAccount[];
  readonly products: readonly SoldProduct[];
  readonly categories: readonly number[];
}

/** Ends the work of clients. */
export interface Life {
  over: boolean;
}
