import { parseArgs } from 'node:util';
import type { Duration } from './load.js';

/** The groups of rows, in the order of the table. */
export const GROUPS = [
  'catalog',
  'growth',
  'build',
  'orders',
  'checks',
  'deliveries',
  'polling',
  'limits',
] as const;
export type Group = (typeof GROUPS)[number];

/** What one run measures. */
export interface Plan {
  readonly rounds: number;
  readonly duration: Duration;
  /** Sizes of catalogs, the smallest first. */
  readonly products: readonly number[];
  readonly groups: readonly Group[];
  /** Only rows of the catalog with this in their name. */
  readonly row: string;
  /** A commit that the rows of the catalog are measured against, instead of all other references. */
  readonly before: string | undefined;
}

/** A server that has stood idle for some seconds has lost compiled code, and takes this long to have it again. */
const WARM_UP_SECONDS = 3;

/** @throws Error in a sentence for words that are no plan. */
export function planOf(words: string[]): Plan {
  const { values } = parseArgs({
    args: words,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      products: { type: 'string', default: '1000,10000,100000' },
      only: { type: 'string' },
      row: { type: 'string', default: '' },
      before: { type: 'string' },
    },
  });
  const products = values.products.split(',').map((word) => positive('--products', word));
  return {
    rounds: positive('--rounds', values.rounds),
    duration: { warmUpSeconds: WARM_UP_SECONDS, seconds: positive('--seconds', values.seconds) },
    products: [...new Set(products)].sort((one, other) => one - other),
    row: values.row,
    before: values.before,
    groups: GROUPS.filter((group) => values.only === undefined || group === groupOf(values.only)),
  };
}

function positive(option: string, word: string): number {
  if (/^[1-9]\d{0,6}$/.test(word)) return Number(word);
  throw new Error(`${option} takes whole numbers above zero, not "${word}".`);
}

function groupOf(word: string): Group {
  const group = GROUPS.find((name) => name === word);
  if (group) return group;
  throw new Error(`--only takes one of ${GROUPS.join(', ')}, not "${word}".`);
}
