import { median } from './load.js';

/** A line of the table, as text. */
export interface Row {
  readonly what: string;
  readonly reference: string;
  readonly referenceFigure: string;
  readonly soukFigure: string;
  readonly ratio: string;
  readonly wanted: string;
  /** Microseconds of the processors that an answer costs the reference and us; nothing where that is not measured. */
  readonly cpu?: string;
}

/** Rates of the same rounds, the reference's and ours. */
export interface Pair {
  readonly reference: readonly number[];
  readonly souk: readonly number[];
}

const NOTHING_WANTED = '–';

/** The median of what each round gave: a machine that slows down meanwhile slows both of them down. */
export function ratioOf(pair: Pair): number {
  return median(ratiosOf(pair));
}

function ratiosOf({ reference, souk }: Pair): number[] {
  return souk.map((rate, round) => rate / (reference[round] ?? NaN));
}

/** A row of rates a second. @param wanted the least ratio that we want. */
export function rateRow(what: string, reference: string, pair: Pair, wanted?: number): Row {
  const ratio = ratioOf(pair);
  const ratios = ratiosOf(pair);
  return {
    what,
    reference,
    referenceFigure: figure(median(pair.reference)),
    soukFigure: figure(median(pair.souk)),
    ratio: `${figure(ratio)} (${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))})`,
    wanted: wanted === undefined ? NOTHING_WANTED : verdict(wanted.toFixed(2), ratio >= wanted),
  };
}

/**
 * The same of the processors' time an answer, which a noisy machine hardly moves.
 * @param atMost the ratio that we want at most.
 */
export function cpuText(pair: Pair, atMost?: number): string {
  const ratio = ratioOf(pair);
  if (Number.isNaN(ratio)) return '';
  const wanted = atMost === undefined ? '' : `, ${verdict(`at most ${atMost}`, ratio <= atMost)}`;
  return `${figure(median(pair.reference))} and ${figure(median(pair.souk))}: ${figure(ratio)} ×${wanted}`;
}

/** What was wanted, with a "not" before it when it was not reached. */
export function verdict(wanted: string, reached: boolean): string {
  return reached ? wanted : `not ${wanted}`;
}

/** The rows as a markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    ...[row.what, row.reference, row.referenceFigure, row.soukFigure, row.ratio, row.wanted],
    row.cpu ?? '',
  ]);
  const head = [
    'what',
    'reference',
    'reference/s',
    'souk/s',
    'ratio (lowest to highest round)',
    'wanted',
    'µs of CPU an answer',
  ];
  const lines = [head, head.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** About three digits: more would mean nothing. */
function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
