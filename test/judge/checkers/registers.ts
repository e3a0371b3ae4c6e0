import { ALL, type CatalogChange } from '../reading/catalog-changes.js';
import type { Model, Operation } from '../search/operation.js';
import type { Tally } from '../tally.js';

interface Register<Action> {
  readonly accountId: number;
  readonly product: string;
  readonly writes: readonly Operation<Action>[];
  readonly reads: Operation<Action>[];
  /** What was read of a register that nobody writes: a second read of the same tells nothing new. */
  readonly known: Set<string>;
}

/** One register for each product and account. */
export class Registers<Action> {
  private readonly registers = new Map<string, Register<Action>>();
  private readonly changes: ReadonlyMap<string, readonly CatalogChange[]>;
  private readonly judged: (tally: Tally, checker: string, register: Register<Action>) => void;

  constructor(
    model: Model<unknown, Action>,
    private readonly actionOf: (change: CatalogChange) => Action | undefined,
    changes: readonly CatalogChange[],
  ) {
    const own = changes.filter((change) => actionOf(change) !== undefined);
    this.changes = Map.groupBy(own, ({ product }) => product);
    this.judged = (tally, checker, { accountId, product, writes, reads }) => {
      const subject = `product ${product}, account ${accountId}`;
      tally.judge(checker, subject, model, [...writes, ...reads]);
    };
  }

  add(accountId: number, product: string, read: Operation<Action>): void {
    const id = `${accountId} ${product}`;
    const register = this.registers.get(id) ?? this.made(accountId, product);
    this.registers.set(id, register);
    if (register.writes.length === 0) {
      const told = JSON.stringify(read.action, withTexts);
      if (register.known.has(told)) return;
      register.known.add(told);
    }
    register.reads.push(read);
  }

  judge(checker: string, tally: Tally): void {
    for (const register of this.registers.values()) this.judged(tally, checker, register);
  }

  private made(accountId: number, product: string): Register<Action> {
    const all = [...(this.changes.get(product) ?? []), ...(this.changes.get(ALL) ?? [])];
    const writes = all.flatMap((change) => {
      const action = this.actionOf(change);
      const isOwn = change.account === ALL || change.account === accountId;
      if (action === undefined || !isOwn) return [];
      const { client, instance, startMs, endMs, text } = change.call;
      return [{ client, instance, startMs, endMs, action, text }];
    });
    return { accountId, product, writes, reads: [], known: new Set() };
  }
}

function withTexts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
