import type { Random } from '../../support/random.js';

const PRODUCT = '7';
const STALENESS_MS = 1_000;
const KEYS_A_CLIENT = 40;
/** One operation begins in each of these, on average. */
const PACE_MS = 60;
const LONGEST_MS = 400;
const LOST = 0.08;
const INSTANCES = ['one', 'two'];
const CLIENTS = ['ann', 'bob'];

interface Order {
  readonly id: string;
  readonly client: string;
  readonly total: number;
  status: 'wait' | 'accept' | 'reject';
  refunded: number;
}

interface Revision {
  readonly price: number;
  readonly atMs: number;
  readonly instance: string;
  readonly endMs: number;
}

/** An operation that takes effect at one moment between its start and its end. */
interface Planned {
  readonly client: string;
  readonly instance: string;
  readonly startMs: number;
  readonly effectMs: number;
  readonly endMs: number;
  readonly isLost: boolean;
}

/**
 * A small shop that keeps every promise, as two resellers and an operator would see it through two instances: the lines of
 * a history that is right.
 */
export class SimulatedShop {
  private readonly orders = new Map<string, Order>();
  private readonly sealed = new Set<string>();
  private readonly entries = new Map<string, string[]>(CLIENTS.map((client) => [client, []]));
  private readonly balances = new Map<string, number>(CLIENTS.map((client) => [client, 0]));
  private readonly revisions: Revision[] = [{ price: 5, atMs: -Infinity, instance: '', endMs: 0 }];
  private counter = 0;

  constructor(private readonly random: Random) {}

  lines(count: number): string[] {
    const planned = Array.from({ length: count }, (_unused, index) => this.planned(index));
    const byEffect = planned.toSorted((one, other) => one.effectMs - other.effectMs);
    const lines = byEffect.flatMap((one) => this.happen(one) ?? []);
    const endMs = count * PACE_MS + 2 * LONGEST_MS;
    const last = CLIENTS.flatMap((client) =>
      ['profile', 'statement', 'orders'].map((what, index) =>
        this.read(what, client, endMs + 10 * index),
      ),
    );
    return [`0 1 ann@one new first ${PRODUCT} qty=0 -> free 0 wait`, ...lines, ...last];
  }

  private planned(index: number): Planned {
    const { random } = this;
    const startMs = 10 + index * PACE_MS + random.between(0, PACE_MS);
    const effectMs = startMs + random.between(0, LONGEST_MS / 2);
    const endMs = effectMs + random.between(0, LONGEST_MS / 2);
    const isLost = random.chance(LOST);
    const client = random.pick(CLIENTS);
    return { client, instance: random.pick(INSTANCES), startMs, effectMs, endMs, isLost };
  }

  /** @returns nothing where there was nothing to do */
  private happen(one: Planned): string | undefined {
    const { random } = this;
    const key = `${one.client}${random.between(1, KEYS_A_CLIENT)}`;
    const dice = random.next();
    if (dice < 0.3) return this.order(one, key);
    if (dice < 0.45) return line(one, `check ${key}`, this.shown(key, one.client));
    if (dice < 0.48) return this.seal(one, key);
    if (dice < 0.6) return line(one, 'profile', String(this.balances.get(one.client)));
    if (dice < 0.68) return line(one, 'products', `${PRODUCT}=${this.oldPrice(one)}`);
    if (dice < 0.72) return this.statement(one);
    const byOperator = { ...one, client: 'op' };
    if (dice < 0.78) return this.setPrice(byOperator);
    if (dice < 0.86) return this.deposit(byOperator, one.client);
    if (dice < 0.95) return this.decide(byOperator);
    return this.reverse(byOperator);
  }

  private order(one: Planned, key: string): string | undefined {
    // Some requests are lost on their way.
    if (one.isLost && this.random.chance(0.5)) return line(one, `new ${key} ${PRODUCT}`, '');
    const known = this.orders.get(key);
    if (this.sealed.has(key)) return line(one, `new ${key} ${PRODUCT}`, 'no 117');
    const total = this.revisions.at(-1)?.price ?? 0;
    if (!known && (this.balances.get(one.client) ?? 0) < total) {
      return line(one, `new ${key} ${PRODUCT}`, 'no 100');
    }
    if (!known) {
      const id = `o${++this.counter}`;
      this.orders.set(key, { id, client: one.client, total, status: 'wait', refunded: 0 });
      this.move(one.client, 'debit', -total, `${id} ${key}`);
    }
    const { id, status } = this.orders.get(key)!;
    return line(one, `new ${key} ${PRODUCT}`, `${id} ${this.orders.get(key)!.total} ${status}`);
  }

  private seal(one: Planned, key: string): string {
    if (this.orders.has(key)) return line(one, `seal ${key}`, this.shown(key, one.client));
    this.sealed.add(key);
    return line(one, `seal ${key}`, 'sealed');
  }

  private setPrice(one: Planned): string {
    const price = (500 + ++this.counter) / 100;
    const endMs = one.isLost ? Infinity : one.endMs;
    this.revisions.push({ price, atMs: one.effectMs, instance: one.instance, endMs });
    return line(one, `price ${PRODUCT} ${price}`, 'ok');
  }

  private deposit(one: Planned, client: string): string {
    const reference = `r${++this.counter}`;
    this.move(client, 'deposit', 20, `ref=${reference}`);
    const account = CLIENTS.indexOf(client) + 1;
    return line(
      one,
      `deposit ${account} 20 ${reference} #${reference}`,
      `${this.balances.get(client)} 0`,
    );
  }

  private decide(one: Planned): string | undefined {
    const waiting = [...this.orders].filter(([, { status }]) => status === 'wait');
    if (waiting.length === 0) return undefined;
    const [key, order] = this.random.pick(waiting);
    order.status = this.random.chance(0.5) ? 'accept' : 'reject';
    if (order.status === 'reject')
      this.move(order.client, 'refund', order.total, `${order.id} ${key}`);
    return line(one, `${order.status} ${order.id} #${++this.counter}`, 'ok');
  }

  private reverse(one: Planned): string | undefined {
    const left = [...this.orders].filter(
      ([, { status, refunded, total }]) => status === 'accept' && refunded + 1 <= total,
    );
    if (left.length === 0) return undefined;
    const [key, order] = this.random.pick(left);
    const reference = `r${++this.counter}`;
    order.refunded += 1;
    this.move(order.client, 'reversal', 1, `${order.id} ${key} ref=${reference}`);
    const told = `${order.refunded} ${this.balances.get(order.client)}`;
    return line(one, `reverse ${order.id} 1 ${reference} #${reference}`, told);
  }

  /** Up to a second old, but for the changes of the instance itself. */
  private oldPrice({ instance, startMs, effectMs }: Planned): number {
    const ageMs = this.random.between(0, STALENESS_MS);
    const seen = this.revisions.filter(
      (one) => one.atMs <= effectMs - ageMs || (one.instance === instance && one.endMs < startMs),
    );
    return seen.at(-1)?.price ?? 0;
  }

  private read(what: string, client: string, endMs: number): string {
    const effectMs = endMs;
    const one = {
      client,
      instance: 'one',
      startMs: endMs,
      effectMs,
      endMs: endMs + 9,
      isLost: false,
    };
    if (what === 'statement') return this.statement(one) ?? '';
    if (what === 'profile') return line(one, what, String(this.balances.get(client)));
    const items = [...this.orders].filter(([, order]) => order.client === client);
    const shown = items.map(([key]) => `${key} ${this.shown(key, client)}`);
    const free = client === 'ann' ? ['first free 0 wait'] : [];
    return line(one, 'orders', [...free, ...shown].join(' ; ') || 'none');
  }

  private statement(one: Planned): string | undefined {
    const entries = this.entries.get(one.client) ?? [];
    return line(one, 'statement', entries.length > 0 ? entries.toReversed().join(' ; ') : 'none');
  }

  private shown(key: string, client: string): string {
    const order = this.orders.get(key);
    if (order?.client !== client) return 'none';
    const back = order.refunded > 0 ? ` refunded=${order.refunded}` : '';
    return `${order.id} ${order.total} ${order.status}${back}`;
  }

  private move(client: string, kind: string, amount: number, rest: string): void {
    const after = Math.round(((this.balances.get(client) ?? 0) + amount) * 100) / 100;
    this.balances.set(client, after);
    const entries = this.entries.get(client) ?? [];
    entries.push(`${entries.length + 1} ${kind} ${amount} ${after} ${rest}`);
  }
}

function line(one: Planned, asked: string, answer: string): string {
  const { client, instance, startMs, endMs, isLost } = one;
  return `${startMs} ${endMs} ${client}@${instance} ${asked}${isLost ? '' : ` -> ${answer}`}`;
}
