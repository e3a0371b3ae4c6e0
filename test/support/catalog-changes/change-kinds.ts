import type { Random } from '../random.js';
import type { ChangingShop } from './changing-shop.js';

/** So many ids are chosen more often than the others. */
const OFTEN = 6;

/** Runs one statement; all of one changer on one connection. */
export type Query = <Row extends object>(
  sql: string,
  parameters?: readonly unknown[],
) => Promise<Row[]>;

/** What a change may use. */
export interface ChangeContext {
  readonly query: Query;
  readonly random: Random;
  readonly shop: ChangingShop;
}

/** A kind of change, chosen as often as its weight says. */
export interface ChangeKind<Context = ChangeContext> {
  readonly name: string;
  readonly weight: number;
  run(context: Context): Promise<unknown>;
}

/** An id; a few of them often, since what changes again and again shows more than what changes once. */
export function someId(random: Random, ids: readonly number[]): number {
  return random.pick(random.chance(0.35) ? ids.slice(-OFTEN) : ids);
}

/** A rule's account and group, of which at most one is not null. */
export function ruleAudience({ random, shop }: ChangeContext, everyone: boolean) {
  const choice = random.next();
  const account = choice < 0.45 ? random.pick(shop.accounts).id : null;
  const group = choice >= 0.45 && (choice < 0.8 || !everyone) ? random.pick(shop.groups) : null;
  return [account, group] as const;
}

/** A rule's category and product, of which at most one is not null. */
export function ruleTarget({ random, shop }: ChangeContext) {
  const isCategory = random.chance(0.35);
  return [
    isCategory ? someId(random, shop.categories) : null,
    isCategory ? null : someId(random, shop.products),
  ] as const;
}

/** A price with few or with all decimals. */
export function somePrice(random: Random): string {
  const whole = random.between(0, 99);
  if (random.chance(0.5)) return `${whole}.5`;
  return `${whole}.${String(random.between(0, 1e9)).padStart(18, '0')}`;
}

export function somePercentage(random: Random): string {
  return (random.between(-100_000_000, 150_000_000) / 1_000_000).toFixed(6);
}
