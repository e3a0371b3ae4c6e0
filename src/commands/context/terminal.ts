import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { CsvValue } from '../../common/csv.js';

export type Row = Readonly<Record<string, CsvValue>>;

export interface TerminalStreams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean };
  readonly stderr: Writable & { isTTY?: boolean };
}

/** The output of a command: text for people, or with `--json` a single JSON document. */
export class Terminal {
  /** Set by `--json` before a command runs. */
  json = false;

  /** True once nobody reads the output any more, as after `| head`. */
  private isUnread = false;

  constructor(readonly streams: TerminalStreams) {
    // Without a listener, the error of a pipe that its reader has closed would end the process.
    const onError = (error: unknown): void => {
      if (!isClosedPipe(error)) throw error;
      this.isUnread = true;
    };
    streams.stdout.on('error', onError);
    streams.stderr.on('error', onError);
  }

  /** True if a person can be asked. */
  get interactive(): boolean {
    return !this.json && this.streams.stdin.isTTY === true && this.streams.stdout.isTTY === true;
  }

  /** Shows a list as a table. @param items what `--json` has instead */
  list(rows: readonly Row[], whenEmpty: string, items: object = rows): void {
    this.show(items, rows.length === 0 ? whenEmpty : tableText(rows));
  }

  /** Writes the lines of a CSV, of which the first is the header; without others, the remark as well. */
  async csv(lines: AsyncIterable<string> | Iterable<string>, whenEmpty: string): Promise<void> {
    let count = 0;
    const counted = async function* (): AsyncGenerator<string> {
      for await (const line of lines) {
        count += 1;
        yield line;
      }
    };
    await this.stream(counted());
    if (count <= 1) this.remark(whenEmpty);
  }

  /** Shows an object, one line per property. @param item what `--json` has instead */
  item(row: Row, item: object = row): void {
    this.show(item, itemText(row));
  }

  /** Shows an object, and lists that belong to it by their names; as JSON, they are properties of the object. */
  itemWithLists(row: Row, lists: Readonly<Record<string, readonly Row[]>>): void {
    const filled = Object.entries(lists).filter(([, rows]) => rows.length > 0);
    const texts = filled.map(([name, rows]) => `\n\n${name}:\n${tableText(rows)}`);
    this.show({ ...row, ...lists }, itemText(row) + texts.join(''));
  }

  /** Shows the value as JSON, or the text. */
  show(value: unknown, text: string): void {
    this.write(this.json ? JSON.stringify(value, null, 2) : text);
  }

  /** Writes any number of parts as they come, with backpressure; ends early when nobody reads them. */
  async stream(parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const { stdout } = this.streams;
    for await (const part of parts) {
      if (this.isUnread) return;
      if (!stdout.write(part)) await drained(stdout);
    }
  }

  write(text: string): void {
    this.streams.stdout.write(`${text}\n`);
  }

  /** Writes a remark to standard error, so that it is no part of the output. */
  remark(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  /** Asks a question; an empty answer means yes. */
  async confirm(question: string): Promise<boolean> {
    return /^(y|yes)?$/i.test(await this.answer(`${question} [Y/n] `));
  }

  /** Asks a question. */
  async answer(question: string): Promise<string> {
    const { stdin: input, stdout: output } = this.streams;
    const lines = createInterface({ input, output });
    try {
      return (await lines.question(question)).trim();
    } finally {
      lines.close();
    }
  }
}

async function drained(stdout: Writable): Promise<void> {
  await once(stdout, 'drain').catch((error: unknown) => {
    if (!isClosedPipe(error)) throw error;
  });
}

function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}

function tableText(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => widthOf(line[column] ?? ''))),
  );
  return lines.map((line) => paddedLine(line, widths)).join('\n');
}

function paddedLine(line: readonly string[], widths: readonly number[]): string {
  const cells = line.map((cell, column) => {
    const missing = (widths[column] ?? 0) - widthOf(cell);
    return cell + ' '.repeat(missing);
  });
  return cells.join('  ').trimEnd();
}

function itemText(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${cellText(value)}`)
    .join('\n');
}

function cellText(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Texts of callers may contain control characters, which a terminal would interpret.
  return String(value).replace(/\p{Cc}/gu, ' ');
}

/** The number of visible characters: an emoji of several code points counts as one. */
function widthOf(text: string): number {
  return [...SEGMENTER.segment(text)].length;
}

const SEGMENTER = new Intl.Segmenter();
