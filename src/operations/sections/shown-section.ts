import { isOperatorText, textIn, type OperatorText } from '../../locales/operator-text.js';
import type { SectionPart } from './page-section.js';

const MAX_PARTS = 10;
const MAX_ROWS = 50;
const MAX_COLUMNS = 10;
const MAX_CHARACTERS = 500;
const PAGES = { account: 'accounts', order: 'orders', product: 'catalog/products' } as const;
const LINKED_ID = /^[\w-]{1,60}$/;

/** A value as a page shows it. */
export interface ShownValue {
  readonly text: string;
  /** The page behind it, below the home page. */
  readonly page?: string;
}

/** A part as a page shows it, whatever an extension has given. */
export type ShownPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'values'; readonly values: readonly (readonly [string, ShownValue])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly ShownValue[])[];
      /** True if it has more rows or columns. */
      readonly isCut: boolean;
    };

/** What an extension has read for a page, checked and cut. @throws Error for what is none */
export function shownParts(given: unknown, language: string): ShownPart[] {
  const text = (value: unknown): string => {
    if (isOperatorText(value)) return cut(textIn(language, value));
    throw new Error('it gives a text or label that is none');
  };
  const parts = listOf<SectionPart | null>(given).map((part): ShownPart => {
    switch (part?.kind) {
      case 'text':
        return { kind: 'text', text: text(part.text) };
      case 'values':
        return {
          kind: 'values',
          values: listOf<[OperatorText, unknown]>(part.values)
            .slice(0, MAX_ROWS)
            .map(([label, value]) => [text(label), shownValue(value)] as const),
        };
      case 'table': {
        const [columns, rows] = [listOf(part.columns), listOf(part.rows)];
        return {
          kind: 'table',
          columns: columns.slice(0, MAX_COLUMNS).map(text),
          rows: rows.slice(0, MAX_ROWS).map((row) => cellsOf(row, columns.length)),
          isCut: columns.length > MAX_COLUMNS || rows.length > MAX_ROWS,
        };
      }
      case undefined:
      default:
        throw new Error('it gives a part of no kind; there are text, values and table');
    }
  });
  if (parts.length <= MAX_PARTS) return parts;
  throw new Error(`it gives more than ${MAX_PARTS} parts`);
}

function cellsOf(row: unknown, columns: number): ShownValue[] {
  const cells = listOf(row);
  if (cells.length === columns) return cells.slice(0, MAX_COLUMNS).map(shownValue);
  throw new Error(`it gives a row of ${cells.length} values below ${columns} columns`);
}

function shownValue(value: unknown): ShownValue {
  if (value === null) return { text: '' };
  if (typeof value === 'string' || typeof value === 'number') return { text: cut(String(value)) };
  const { link, id, text = id } = value as Readonly<Record<string, unknown>>;
  const isPage = typeof link === 'string' && Object.hasOwn(PAGES, link);
  if (!isPage || !LINKED_ID.test(String(id))) throw new Error('it gives a value that is none');
  return { text: cut(String(text)), page: `${PAGES[link as keyof typeof PAGES]}/${String(id)}` };
}

/** Without half a character at its end. */
function cut(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= MAX_CHARACTERS) return whole;
  return `${whole.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function listOf<Item = unknown>(given: unknown): Item[] {
  if (Array.isArray(given)) return given as Item[];
  throw new Error('it gives something else than a list of parts, columns, rows or values');
}
