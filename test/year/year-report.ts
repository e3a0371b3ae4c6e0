import type { Measured } from '../plans/asking.js';
import type { FilledShop } from './filled-shop.js';
import type { MovedShop } from './moved-shop.js';
import type { RelationSize } from './table-sizes.js';
import type { Rounds } from './taken-orders.js';

const MILLION = 1_000_000;
/** Of the bytes of all tables; smaller ones are left out. */
const LEAST_SHARE = 0.005;

type Cell = string | number;

/** A table in Markdown. */
function table(header: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** What a shop does at each of its sizes. */
export function sizesTable(shops: readonly FilledShop[], { taken }: Rounds): string {
  const each = (text: (shop: FilledShop, place: number) => Cell): Cell[] => shops.map(text);
  return table(
    ['', ...each(({ size }) => `${grouped(size)} orders`)],
    [
      ['orders a second', ...each((_, place) => taken[place]?.perSecond.toFixed(0) ?? '')],
      ['of the smallest shop', ...each((_, place) => percent(taken[place]?.ratio))],
      ['lists and pages, slowest', ...each(({ lists }) => slowest(lists))],
      ['reports and sums, slowest', ...each(({ sums }) => slowest(sums))],
      ['beyond their bounds', ...each(({ faults }) => faults.length)],
      ['database, bytes an order', ...each(({ size, bytes }) => grouped(bytes / size))],
      ['vacuum and analyze, s', ...each(({ vacuumSeconds }) => vacuumSeconds.toFixed(1))],
      ['filled by COPY, s', ...each(({ fillSeconds }) => fillSeconds.toFixed(0))],
    ],
  );
}

/** Where the bytes of the largest shop are. */
export function bytesTable({ size, relations }: FilledShop): string {
  const all = relations.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = relations.filter(({ bytes }) => bytes >= all * LEAST_SHARE);
  const rows = shown.map(({ table: name, index, bytes }: RelationSize) => [
    index === undefined ? `\`${name}\`` : `index \`${index}\``,
    grouped(bytes / size),
    percent(bytes / all),
  ]);
  const [tables, indexes] = [true, false].map((ofTable) =>
    relations
      .filter(({ index }) => (index === undefined) === ofTable)
      .reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return table(
    ['table or index', 'bytes an order', 'of all'],
    [
      ...rows,
      ['all tables', grouped((tables ?? 0) / size), percent((tables ?? 0) / all)],
      ['all indexes', grouped((indexes ?? 0) / size), percent((indexes ?? 0) / all)],
    ],
  );
}

/** How the largest shop came into another database. */
export function movedTable({ size }: FilledShop, moved: MovedShop): string {
  const perMillion = (value: number): string => grouped((value / size) * MILLION);
  const row = (what: string, seconds: number, more: string): Cell[] => [
    what,
    seconds.toFixed(0),
    perMillion(seconds),
    more,
  ];
  const bytes = `${grouped(moved.bytes / MILLION)} MB, ${grouped(moved.bytes / size)} bytes an order`;
  const rate = `${grouped(moved.rows)} rows, ${grouped(moved.rows / moved.restoreSeconds)} a second`;
  return table(
    ['', 's', 's for a million orders', ''],
    [
      row('`souk backup`, read back', moved.backupSeconds, bytes),
      row('`souk restore`, both chains compared', moved.restoreSeconds, rate),
      row('`souk doctor` of what was restored', moved.doctorSeconds, faultsText(moved.faults)),
    ],
  );
}

function faultsText(faults: readonly string[]): string {
  return faults.length === 0 ? 'no fault' : `${faults.length} faults`;
}

function slowest(measured: readonly Measured[]): string {
  const worst = measured.reduce((one, other) => (other.ms > one.ms ? other : one));
  return `${grouped(worst.ms)} ms (\`${worst.asked}\`)`;
}

function percent(part = NaN): string {
  return `${(part * 100).toFixed(0)} %`;
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}
