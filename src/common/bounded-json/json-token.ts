import { isUtf8 } from 'node:buffer';
import { tableOf } from './byte-table.js';
import type { JsonContainers } from './json-containers.js';
import { inEnglish, JsonFault, type JsonPlace } from './json-fault.js';

/** Limits on the length of a token. */
export interface TokenBounds {
  /** Characters of one number. */
  readonly numberLength: number;
  /** Bytes of one text in its source form, escapes included. */
  readonly textBytes: number;
}

type Kind = 'text' | 'number' | 'word';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LAST_CONTROL = 0x1f;
const LAST_ASCII = 0x7f;
export const NUMBER_STARTS = tableOf('-0123456789');
const NUMBER_PARTS = tableOf('-+.eE0123456789');
export const WORD_PARTS = tableOf('abcdefghijklmnopqrstuvwxyz');
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MAX_WORD_BYTES = 5;
const NOTHING = Buffer.alloc(0);

/**
 * The text, number or word that is being read; it may have begun in an earlier chunk. Once complete, it is passed to
 * the containers as a name or a value.
 */
export class JsonToken {
  private kind: Kind | undefined;
  /** Its bytes from earlier chunks. */
  private carried: Buffer[] = [];
  private carriedBytes = 0;
  private afterBackslash = false;
  private hasEscapes = false;
  private isAscii = true;

  constructor(
    private readonly bounds: TokenBounds,
    private readonly place: JsonPlace,
    private readonly containers: JsonContainers,
  ) {}

  get isUnfinished(): boolean {
    return this.kind !== undefined;
  }

  /** @throws JsonFault where a token of this kind is not allowed */
  start(kind: Kind): void {
    const { containers } = this;
    if (!containers.takesValue && !(kind === 'text' && containers.takesName)) {
      throw containers.unexpected(kind === 'text' ? '"' : `a ${kind}`);
    }
    this.kind = kind;
    this.hasEscapes = false;
    this.isAscii = true;
  }

  /** Continues with this chunk. @returns the position behind the token, or the end of the chunk. @throws JsonFault */
  goOn(chunk: Buffer, from: number): number {
    const isText = this.kind === 'text';
    const end = isText ? this.endOfText(chunk, from) : this.endOfWord(chunk, from);
    if (this.carriedBytes + end - from > this.mostBytes()) throw this.tooLong();
    if (end === chunk.length) {
      this.carried.push(Buffer.from(chunk.subarray(from)));
      this.carriedBytes += end - from;
      return end;
    }
    this.finish(chunk, from, end);
    return isText ? end + 1 : end;
  }

  /** Call it at the end of the JSON text. @throws JsonFault */
  end(): void {
    if (this.kind === 'text') throw this.place.noJson('a text is not closed');
    if (this.kind !== undefined) this.finish(NOTHING, 0, 0);
  }

  private endOfText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk[at] ?? 0;
      if (this.afterBackslash) this.afterBackslash = false;
      else if (code === QUOTE) return at;
      else if (code === BACKSLASH) this.hasEscapes = this.afterBackslash = true;
      if (code > LAST_ASCII) this.isAscii = false;
      else if (code <= LAST_CONTROL) throw this.place.noJson('a text has a control character');
    }
    return chunk.length;
  }

  private endOfWord(chunk: Buffer, from: number): number {
    const parts = this.kind === 'number' ? NUMBER_PARTS : WORD_PARTS;
    let at = from;
    while (at < chunk.length && parts[chunk[at] ?? 0] === 1) at++;
    return at;
  }

  private mostBytes(): number {
    if (this.kind === 'text') return this.bounds.textBytes;
    return this.kind === 'number' ? this.bounds.numberLength : MAX_WORD_BYTES;
  }

  private tooLong(): JsonFault {
    const { textBytes, numberLength } = this.bounds;
    if (this.kind === 'word') return this.place.noJson('it has a word without quotes');
    return this.place.beyond(
      this.kind === 'number'
        ? `has a number of more than ${inEnglish(numberLength)} digits`
        : `has a text of more than ${inEnglish(textBytes)} bytes`,
    );
  }

  private finish(chunk: Buffer, from: number, end: number): void {
    if (this.carriedBytes > 0) {
      const whole = Buffer.concat([...this.carried, chunk.subarray(from, end)]);
      this.carried = [];
      this.carriedBytes = 0;
      this.take(whole, 0, whole.length);
    } else this.take(chunk, from, end);
  }

  private take(bytes: Buffer, from: number, end: number): void {
    const { kind, containers } = this;
    this.kind = undefined;
    const isName = containers.takesName;
    if (!isName) containers.count();
    if (kind !== 'text') {
      containers.put(this.plainValueOf(kind, bytes.toString('latin1', from, end)));
      return;
    }
    const text = containers.isKept ? this.textOf(bytes, from, end) : undefined;
    if (isName) containers.name(text);
    else containers.put(text);
  }

  private plainValueOf(kind: Kind | undefined, text: string): string | boolean | null {
    const value = kind === 'number' && NUMBER.test(text) ? text : WORDS.get(text);
    if (value === undefined) throw this.containers.unexpected(text);
    return value;
  }

  private textOf(bytes: Buffer, from: number, end: number): string {
    if (this.isAscii && !this.hasEscapes) return bytes.toString('latin1', from, end);
    if (!isUtf8(bytes.subarray(from, end))) {
      throw new JsonFault('is not UTF-8 text; save it as UTF-8.');
    }
    const text = bytes.toString('utf8', from, end);
    if (!this.hasEscapes) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      throw this.place.noJson('a text has an escape that does not exist');
    }
  }
}
