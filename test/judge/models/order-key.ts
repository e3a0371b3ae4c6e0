import { usdText } from '../decimals.js';
import type { Model } from '../search/operation.js';
import { allowsTotal, hasFields, repeatsFields, type OrderFields, type Wish } from './wish.js';

export type OrderStatus = 'wait' | 'accept' | 'reject';

/** An order as one answer shows it; what the answer does not tell is undefined. */
export interface SeenOrder {
  readonly id: string;
  readonly status: OrderStatus;
  /** USD. */
  readonly total?: bigint | undefined;
  /** Empty for none. */
  readonly codes?: readonly string[] | undefined;
  /** USD that was paid back. */
  readonly refunded?: bigint | undefined;
  readonly product?: string | undefined;
  /** A plain decimal. */
  readonly quantity?: string | undefined;
  /** The account fields, by their names. */
  readonly fields?: OrderFields | undefined;
}

export type KeyAction =
  /** newOrder answered the order: it placed it, or repeated it. */
  | { readonly kind: 'ordered'; readonly order: SeenOrder; readonly wish: Wish }
  /** newOrder that may have placed an order without telling. */
  | {
      readonly kind: 'untold';
      readonly wish: Wish;
      /** When its caller gave up, or had an answer that tells nothing. */
      readonly gaveUpMs: number;
      /** True without any answer: only such a request may fall into a gap. */
      readonly isSilent: boolean;
    }
  /** newOrder was refused: no order existed. */
  | { readonly kind: 'refused'; readonly sentMs: number }
  /** 116: the key has an order of another wish. */
  | { readonly kind: 'other'; readonly wish: Wish }
  /** 117. */
  | { readonly kind: 'was sealed' }
  | { readonly kind: 'seal' }
  /** Told by `check`, a list, a webhook or an operator's page. */
  | { readonly kind: 'seen'; readonly order: SeenOrder }
  | { readonly kind: 'absent' }
  /** The key was to be sealed; the answer neither says that it was nor shows an order. */
  | { readonly kind: 'unsealed' }
  /** An operator closed it. */
  | {
      readonly kind: 'decide';
      readonly status: OrderStatus;
      readonly codes?: readonly string[] | undefined;
    }
  /** An operator added codes. `count` is what the answer says of all codes. */
  | {
      readonly kind: 'add codes';
      readonly codes: readonly string[];
      readonly count?: number | undefined;
    }
  /** An operator paid back so much; undefined for all that was left. `refunded` is what the answer says of all reversals. */
  | {
      readonly kind: 'reverse';
      readonly amount?: bigint | undefined;
      readonly refunded?: bigint | undefined;
    };

export type KeyState =
  | {
      readonly kind: 'unseen';
      /** When the last request was sent that was told that there is no order. */
      readonly refusedSinceMs: number;
    }
  | { readonly kind: 'sealed' }
  | KnownOrder;

interface KnownOrder {
  readonly kind: 'order';
  readonly id?: string | undefined;
  readonly total?: bigint | undefined;
  readonly status: OrderStatus;
  readonly codes?: readonly string[] | undefined;
  /** Codes that were added behind all others, which may be unknown. */
  readonly added: readonly string[];
  readonly refunded?: bigint | undefined;
  readonly quantity?: string | undefined;
  readonly fields?: OrderFields | undefined;
  /** Of the request that placed it. */
  readonly wish: Wish;
  /** True when it was placed in one of the gaps. */
  readonly inGap: boolean;
}

/**
 * One idempotency key of one account, as the contract of the wire says. Handlers may close an order at any time, so a read
 * that shows a closed order closes it.
 * @param gaps whether a request that nobody answered may place its order after a later one was refused: decision 17
 */
export function orderKeyModel(gaps: boolean): Model<KeyState, KeyAction> {
  return {
    initial: { kind: 'unseen', refusedSinceMs: -Infinity },
    step: (state, action) => next(state, action, gaps),
    keyOf: keyText,
    isRead: ({ kind }) => READS.has(kind),
    isIdempotent: ({ kind }) => kind === 'ordered' || kind === 'seal',
  };
}

const READS: ReadonlySet<KeyAction['kind']> = new Set([
  'refused',
  'other',
  'was sealed',
  'seen',
  'absent',
  'unsealed',
]);

function next(state: KeyState, action: KeyAction, gaps: boolean): readonly KeyState[] {
  switch (action.kind) {
    case 'ordered':
      return ordered(state, action);
    case 'untold':
      return untold(state, action, gaps);
    case 'refused': {
      if (state.kind !== 'unseen') return [];
      const refusedSinceMs = Math.max(state.refusedSinceMs, action.sentMs);
      return [{ kind: 'unseen', refusedSinceMs }];
    }
    case 'other':
      return state.kind === 'order' && state.wish.text !== action.wish.text ? [state] : [];
    case 'was sealed':
      return state.kind === 'sealed' ? [state] : [];
    case 'seal':
      return state.kind === 'order' ? [] : [{ kind: 'sealed' }];
    case 'seen':
      return state.kind === 'order' ? narrowed(state, action.order) : [];
    case 'absent':
      return state.kind === 'order' ? [] : [state];
    case 'unsealed':
      return [];
    case 'decide':
      return decided(state, action);
    case 'add codes':
      return codesAdded(state, action);
    case 'reverse':
      return reversed(state, action);
  }
}

function ordered(
  state: KeyState,
  { order, wish }: Extract<KeyAction, { kind: 'ordered' }>,
): readonly KeyState[] {
  if (state.kind === 'sealed') return [];
  if (state.kind === 'unseen') return narrowed(placed(wish, false), order);
  return repeats(state, wish, order.fields ?? state.fields) ? narrowed(state, order) : [];
}

/** Product, quantity and fields are the same, in one reading of the quantity at least; else the answer is 116. */
function repeats(
  { quantity, wish: first }: KnownOrder,
  wish: Wish,
  fields: OrderFields | undefined,
): boolean {
  if (wish.product !== first.product || !repeatsFields(wish, fields)) return false;
  return quantity === undefined || [wish.quantity, wish.plainQuantity].includes(quantity);
}

function placed(wish: Wish, inGap: boolean): KnownOrder {
  const { quantity } = wish;
  return { kind: 'order', status: 'wait', added: [], refunded: 0n, quantity, wish, inGap };
}

function untold(
  state: KeyState,
  { wish, gaveUpMs, isSilent }: Extract<KeyAction, { kind: 'untold' }>,
  gaps: boolean,
): readonly KeyState[] {
  if (state.kind !== 'unseen') return [];
  const inGap = state.refusedSinceMs > gaveUpMs;
  if (inGap && !(gaps && isSilent)) return [];
  return [placed(wish, inGap)];
}

/** The order with what an answer tells of it; nothing if that cannot be the same order. */
function narrowed(state: KnownOrder, seen: SeenOrder): readonly KnownOrder[] {
  const isSame =
    agree(state.id, seen.id) &&
    agree(state.total, seen.total) &&
    agree(state.quantity, seen.quantity) &&
    agree(state.wish.product, seen.product) &&
    agree(textOf(state.fields), textOf(seen.fields)) &&
    hasFields(state.wish, seen.fields) &&
    allowsTotal(state.wish, seen.total) &&
    (state.status === seen.status || state.status === 'wait');
  if (!isSame) return [];
  const codes = codesAfter(state, seen);
  if (codes === 'other') return [];
  const refunded = refundedAfter(state, seen);
  if (refunded === 'other') return [];
  const { id, total = state.total, status, quantity = state.quantity } = seen;
  const fields = seen.fields ?? state.fields;
  return [{ ...state, id, total, status, codes, refunded, quantity, fields }];
}

function codesAfter(state: KnownOrder, seen: SeenOrder): readonly string[] | undefined | 'other' {
  if (seen.codes === undefined) return state.codes;
  if (seen.status !== 'accept') return seen.codes.length === 0 ? state.codes : 'other';
  const { added } = state;
  if (state.codes === undefined) {
    const last = seen.codes.slice(seen.codes.length - added.length);
    return JSON.stringify(last) === JSON.stringify(added) ? seen.codes : 'other';
  }
  return JSON.stringify(state.codes) === JSON.stringify(seen.codes) ? state.codes : 'other';
}

function refundedAfter(state: KnownOrder, seen: SeenOrder): bigint | undefined | 'other' {
  const { refunded } = seen;
  if (refunded === undefined) return state.refunded;
  if (refunded > 0n && seen.status !== 'accept') return 'other';
  const total = state.total ?? seen.total;
  if (total !== undefined && refunded > total) return 'other';
  return agree(state.refunded, refunded) ? refunded : 'other';
}

function decided(
  state: KeyState,
  { status, codes }: Extract<KeyAction, { kind: 'decide' }>,
): readonly KeyState[] {
  if (state.kind !== 'order' || state.status !== 'wait') return [];
  return [{ ...state, status, codes: status === 'accept' ? codes : undefined }];
}

/** Only an accepted order of which nothing was paid back gets further codes. */
function codesAdded(
  state: KeyState,
  { codes: further, count }: Extract<KeyAction, { kind: 'add codes' }>,
): readonly KeyState[] {
  if (state.kind !== 'order' || state.status === 'reject' || state.refunded !== 0n) return [];
  const codes = state.codes && [...state.codes, ...further];
  if (!agree(codes?.length, count)) return [];
  return [{ ...state, status: 'accept', codes, added: [...state.added, ...further] }];
}

function reversed(
  state: KeyState,
  { amount, refunded }: Extract<KeyAction, { kind: 'reverse' }>,
): readonly KeyState[] {
  if (state.kind !== 'order' || state.status === 'reject') return [];
  const { total, refunded: before } = state;
  const paid = amount ?? (total === undefined || before === undefined ? undefined : total - before);
  const after = paid === undefined || before === undefined ? refunded : before + paid;
  if (after === undefined) return [{ ...state, status: 'accept', refunded: undefined }];
  const isRight = agree(refunded, after) && (total === undefined || after <= total);
  return isRight ? [{ ...state, status: 'accept', refunded: after }] : [];
}

/** What is not known agrees with everything. */
function agree<T>(known: T | undefined, told: T | undefined): boolean {
  return known === undefined || told === undefined || known === told;
}

function keyText(state: KeyState): string {
  if (state.kind === 'sealed') return 'sealed';
  if (state.kind === 'unseen') return `no order (refused ${state.refusedSinceMs})`;
  const { id = '?', total, status, refunded, quantity = '?', wish, inGap } = state;
  const codes = state.codes?.join() ?? ['?', ...state.added].join();
  const money = [total, refunded].map((amount) => (amount === undefined ? '?' : usdText(amount)));
  const { text, limit } = wish;
  const upTo = limit === undefined ? 'any price' : usdText(limit);
  const known = [id, ...money, status, codes, quantity, textOf(state.fields) ?? '?'];
  return ['order', ...known, text, upTo, inGap].join(' ');
}

function textOf(fields: OrderFields | undefined): string | undefined {
  return fields && JSON.stringify(fields);
}
