import { FAULT_KINDS, type FaultKind } from './page-check.js';
import type { FoundFault } from './screen-visits.js';

/** What was found on one screen, in all its variations and widths. */
export interface AuditedScreen {
  readonly name: string;
  readonly as: string | null;
  readonly pages: number;
  readonly faults: readonly FoundFault[];
}

/** A table of screens with the numbers of their faults, in Markdown. */
export function auditTable(screens: readonly AuditedScreen[]): string {
  const rows = screens.map(({ name, as, pages, faults }) => [
    name,
    as ?? 'nobody',
    pages,
    ...FAULT_KINDS.map((kind) => countOf(faults, kind)),
  ]);
  const all = screens.flatMap(({ faults }) => faults);
  const pages = screens.reduce((sum, screen) => sum + screen.pages, 0);
  const sums = ['all', '', pages, ...FAULT_KINDS.map((kind) => countOf(all, kind))];
  const header = ['screen', 'seen by', 'pages', ...FAULT_KINDS];
  return [header, header.map(() => '---'), ...rows, sums]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Equal faults of a screen in one line, with the variations in which they were found. */
export function faultLines(faults: readonly FoundFault[]): string[] {
  const same = Map.groupBy(faults, ({ screen, kind, text }) => `${screen}: ${kind}: ${text}`);
  return [...same].map(([line, found]) => {
    const places = [...new Set(found.map(({ where }) => where))];
    return `${line} [${places.join(', ')}]`;
  });
}

function countOf(faults: readonly FoundFault[], wanted: FaultKind): number {
  return faults.filter(({ kind }) => kind === wanted).length;
}
