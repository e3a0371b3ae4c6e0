import type { Random } from '../../support/random.js';
import { GARBAGE } from './garbage.js';
import { NO_CODES, NO_IDS, NO_STATES, ODD_NUMBERS, ODD_TEXTS } from './odd-values.js';
import { json, type Answer, type Statement } from './said.js';

/** A request that concerns the order under one key. */
export interface OrderRequest {
  readonly route: 'newOrder' | 'check';
  readonly key: string;
  /** Of newOrder. */
  readonly quantity: number;
  /** Of check: that the key is to be sealed. */
  readonly seals: boolean;
}

/** What the supplier keeps of a key. */
interface Kept {
  /** Undefined until newOrder has come: a check does not tell it. */
  quantity: number | undefined;
  /** Undefined while there is no order. */
  order: { readonly id: string; status: Status; codes: readonly string[] } | undefined;
  sealed: boolean;
}

type Status = 'accept' | 'wait' | 'reject';

/** What an order is shown as; it may be anything. */
interface Shown {
  readonly id: unknown;
  readonly status: unknown;
  readonly price?: unknown;
  readonly codes: unknown;
}

/** A part of all answers is right. */
const RIGHT_PART = 0.45;
/** Of the others, so many are in the form of the API. */
const LIES_PART = 0.55;
/** Errors after which no order exists. */
const REFUSALS = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119, 600, 699];
const ODD_IDS = ODD_TEXTS.filter((text) => text.length <= 200);
/** Codes of one piece that are taken. */
const TAKEN = 20;
/** Of any order. */
const MOST_PIECES = 60;

/** Answers newOrder and check: rightly, with lies that look right, or with what no shop would say. */
export class HostileOrders {
  private readonly kept = new Map<string, Kept>();
  /** Codes that were in some answer, of which the last are given out again. */
  private readonly given = ['FIRST'];
  private number = 0;

  constructor(private readonly random: Random) {}

  answer(request: OrderRequest): Answer {
    const { key, route, quantity } = request;
    const kept = this.kept.get(key) ?? { quantity: undefined, order: undefined, sealed: false };
    if (route === 'newOrder') kept.quantity ??= quantity;
    this.kept.set(key, kept);
    if (this.random.chance(RIGHT_PART)) return this.right(request, kept);
    if (this.random.chance(LIES_PART)) return this.lie(request, kept);
    return this.nonsense(request, kept);
  }

  /**
   * Answers a check by the ids of orders: rightly, with an order too many or too few, or with nonsense. Whatever it says ends
   * no order.
   */
  answerIds(ids: readonly string[]): string {
    const { random } = this;
    if (random.chance(0.2)) return random.pick(GARBAGE)();
    const orders: object[] = [];
    for (const [key, { quantity = 1, order }] of this.kept) {
      if (!order || !ids.includes(order.id) || random.chance(0.1)) continue;
      const request = { route: 'check', key, quantity: 1, seals: false } as const;
      const answer = shown(request, this.progressed(order, quantity), quantity);
      orders.push(...(JSON.parse(answer.text) as { data: object[] }).data);
    }
    const more = random.pick<() => object[]>([
      () => [],
      () => [],
      () => orders.slice(0, 1),
      () => [{ order_id: this.newId(), status: 'accept', price: 1, replay_api: this.newCodes(1) }],
    ])();
    return json({ status: 'OK', data: [...orders, ...more] });
  }

  /** As a shop would answer that keeps its word. */
  private right(request: OrderRequest, kept: Kept): Answer {
    const { random } = this;
    if (request.route === 'newOrder') {
      if (kept.sealed) return refusal(117);
      if (!kept.order && random.chance(0.3)) return refusal(random.pick(REFUSALS));
      kept.order ??= { id: this.newId(), status: 'wait', codes: [] };
    }
    if (!kept.order) {
      if (request.seals) kept.sealed = true;
      return nothing(request, kept.sealed);
    }
    const { order, quantity = 1 } = kept;
    return shown(request, this.progressed(order, quantity), quantity);
  }

  private progressed(order: NonNullable<Kept['order']>, quantity: number): typeof order {
    const { random } = this;
    if (order.status === 'wait' && random.chance(0.5)) {
      order.status = random.chance(0.7) ? 'accept' : 'reject';
      if (order.status === 'accept') order.codes = this.newCodes(quantity);
    }
    return order;
  }

  /** In the form of the API, and wrong. */
  private lie(request: OrderRequest, kept: Kept): Answer {
    const { random } = this;
    const { quantity = 1 } = kept;
    const tooMany = TAKEN * (kept.quantity ?? MOST_PIECES) + random.pick([1, 1_000]);
    const order = (kept.order ??= { id: this.newId(), status: 'wait', codes: [] });
    const status = random.pick(['accept', 'wait', 'reject'] as const);
    const other = this.another();
    const accepted = (codes: readonly string[], id = order.id): Answer =>
      shown(request, { id, status: 'accept', codes }, quantity);
    return random.pick<() => Answer>([
      () => refusedOrUnseen(request, random),
      () => nothing(request, request.seals),
      () => shown(request, { id: order.id, status, codes: order.codes }, quantity),
      () => shown(request, { id: this.newId(), status, codes: this.newCodes(1) }, quantity),
      () => shown(request, { id: random.pick(ODD_IDS), status, codes: [] }, quantity),
      // Of another order.
      () => shown(request, { ...order, status, ...other }, quantity),
      () => accepted(other.codes),
      () => accepted(order.codes, other.id),
      // Other codes than an order of so many pieces has.
      () => accepted([]),
      () => accepted(this.newCodes(random.between(1, TAKEN * quantity))),
      () => accepted(this.newCodes(tooMany)),
      () => accepted(this.newCodes(60_000)),
      () => accepted(['x'.repeat(random.pick([1_000, 1_001, 60_000]))]),
      () => accepted([random.pick(ODD_TEXTS), ...this.newCodes(1)]),
      () => accepted(Array.from({ length: 2 }, () => 'SAME').concat(this.newCodes(1))),
      () => accepted(Array.from({ length: 3 }, () => random.pick(this.given))),
      () => oddPrice(request, order, this.newCodes(1), random),
    ])();
  }

  /** What no shop would say. */
  private nonsense(request: OrderRequest, kept: Kept): Answer {
    const { random } = this;
    const id = kept.order?.id ?? this.newId();
    const order = { id, status: 'accept', codes: this.newCodes(1) } as const;
    return random.pick<() => Answer>([
      () => ({ text: random.pick(GARBAGE)() }),
      () => ({ text: enveloped(request, { ...order, id: random.pick(NO_IDS) }) }),
      () => ({ text: enveloped(request, { ...order, status: random.pick(NO_STATES) }) }),
      () => ({ text: enveloped(request, { ...order, codes: random.pick(NO_CODES) }) }),
      () => ({ text: json({ status: 'OK', data: random.pick([[{}, {}], [null], [[]], 'x', 5]) }) }),
      () => ({ text: enveloped(request, order).slice(0, -random.between(1, 30)) }),
      () => ({ text: `${enveloped(request, order)} ${enveloped(request, order)}` }),
      // Of one name twice, the first or the last may count.
      () => {
        const right = shown(request, order, kept.quantity ?? 1);
        const text = right.text.replace('{', '{"status":"ERROR","code":105,');
        return { ...right, text, ambiguous: true };
      },
    ])();
  }

  private another(): { id: string; codes: readonly string[] } {
    const orders = [...this.kept.values()].flatMap(({ order }) => order ?? []);
    return orders.length > 0 ? this.random.pick(orders) : { id: 'ID_0', codes: ['ZERO'] };
  }

  private newId(): string {
    return `T_${++this.number}`;
  }

  private newCodes(count: number): string[] {
    const codes = Array.from(
      { length: count },
      () => `CODE-${String(++this.number).padStart(8, '0')}`,
    );
    this.given.push(codes[0] ?? '');
    if (this.given.length > 100) this.given.shift();
    return codes;
  }
}

function refusal(code: number): Answer {
  const text = json({ status: 'ERROR', code, message: 'No' });
  return { text, says: { kind: 'refused' } };
}

/** That there is no order. */
function nothing({ route, key }: OrderRequest, sealed: boolean): Answer {
  if (route === 'newOrder') return refusal(105);
  const text = json({ status: 'OK', data: [], ...(sealed && { sealed: [key] }) });
  return { text, says: { kind: sealed ? 'sealed' : 'unseen' } };
}

function refusedOrUnseen(request: OrderRequest, random: Random): Answer {
  return request.route === 'newOrder' ? refusal(random.pick(REFUSALS)) : nothing(request, false);
}

function shown(
  request: OrderRequest,
  { id, status, codes }: { id: string; status: Status; codes: readonly string[] },
  quantity: number,
): Answer {
  const isAccepted = status === 'accept';
  const most = Math.min(TAKEN * quantity, 1_000);
  const usable = codes.length <= most && codes.every((code) => code.length <= 1_000);
  const says: Statement = isAccepted
    ? { kind: 'accept', id, codes: usable ? codes : [], usable }
    : { kind: status, id };
  return { text: enveloped(request, { id, status, codes: isAccepted ? codes : null }), says };
}

function oddPrice(
  request: OrderRequest,
  { id }: { id: string },
  codes: readonly string[],
  random: Random,
): Answer {
  const price = random.pick(ODD_NUMBERS);
  const text = enveloped(request, { id, status: 'accept', codes, price });
  // What is no JSON says nothing; what is, says nothing of the price alone.
  return { text, says: { kind: 'accept', id, codes, usable: true }, ambiguous: true };
}

/** The order in an answer of the route. */
function enveloped({ route }: OrderRequest, { id, status, price = 1, codes }: Shown): string {
  const order = { order_id: id, status, price };
  if (route === 'check') return json({ status: 'OK', data: [{ ...order, replay_api: codes }] });
  const replay = Array.isArray(codes) && codes.every((code) => typeof code === 'string');
  return json({
    status: 'OK',
    data: { ...order, replay_api: replay ? [{ replay: codes }] : codes },
  });
}
