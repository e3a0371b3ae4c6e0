import { isUtf8 } from 'node:buffer';

/** How much of a JSON text is followed, or kept, at most. */
export interface JsonBounds {
  /** Values of all kinds, those under names that nobody asks for not counted. */
  readonly values: number;
  /** Lists and objects in one another. */
  readonly nesting: number;
  /** Characters of one number. */
  readonly numberLength: number;
  /** Bytes of one text, as it is written. */
  readonly textBytes: number;
}

/** What is wrong with a JSON text: the end of a sentence that begins with what the text is of. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

type Container = unknown[] | Record<string, unknown>;
type Token = 'text' | 'number' | 'word';
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ',' | 'nothing more';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEW_LINE = 0x0a;
const LAST_CONTROL = 0x1f;
const LAST_ASCII = 0x7f;
const BLANKS = tableOf(' \t\r\n');
const NUMBER_STARTS = tableOf('-0123456789');
const NUMBER_PARTS = tableOf('-+.eE0123456789');
const WORD_PARTS = tableOf('abcdefghijklmnopqrstuvwxyz');
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const LONGEST_WORD = 5;
/** Stand for what is left out. */
const NO_LIST: unknown[] = [];
const NO_OBJECT: Record<string, unknown> = {};

/**
 * Reads a stranger's JSON text piece by piece, with numbers as the texts they were written in. It never recurses, holds
 * only what it keeps, and gives up at the first byte beyond a bound, however much were still to come.
 */
export class BoundedJson {
  private readonly open: Container[] = [];
  /** For each open object the name under which the next value stands. */
  private readonly names: string[] = [];
  private expected: Expected = 'value';
  private token: Token | undefined;
  /** What of the unfinished token stood in earlier pieces. */
  private carried: Buffer[] = [];
  private carriedBytes = 0;
  private afterBackslash = false;
  private hasEscapes = false;
  private isAscii = true;
  /** How many lists and objects were open where something is left out; 0 for keeping. */
  private leftOutIn = 0;
  private line = 1;
  private values = 0;
  private result: unknown;

  /** @param asked the names whose values are kept; all of them when left out. */
  constructor(
    private readonly bounds: JsonBounds,
    private readonly asked?: ReadonlySet<string>,
  ) {}

  /** @throws JsonFault */
  write(piece: Buffer): void {
    let at = this.token === undefined ? 0 : this.goOn(piece, 0);
    while (at < piece.length) {
      const code = piece[at] ?? 0;
      if (BLANKS[code] === 1) {
        if (code === NEW_LINE) this.line++;
        at++;
      } else {
        at = this.next(piece, at, code);
      }
    }
  }

  /** @returns the whole value. @throws JsonFault when it is not complete. */
  end(): unknown {
    if (this.token === 'text') throw this.noJson('a text is not closed');
    if (this.token !== undefined) this.finishToken(Buffer.alloc(0), 0, 0);
    if (this.expected !== 'nothing more') throw this.noJson('it ends too early');
    return this.result;
  }

  /** @returns where to go on. */
  private next(piece: Buffer, at: number, code: number): number {
    if (code === QUOTE) {
      this.startToken('text');
      return this.goOn(piece, at + 1);
    }
    if (NUMBER_STARTS[code] === 1 || WORD_PARTS[code] === 1) {
      this.startToken(NUMBER_STARTS[code] === 1 ? 'number' : 'word');
      return this.goOn(piece, at);
    }
    this.mark(String.fromCharCode(code));
    return at + 1;
  }

  private mark(character: string): void {
    const { expected } = this;
    if (character === ',' && expected === ',') {
      this.expected = Array.isArray(this.open.at(-1)) ? 'value' : 'name';
    } else if (character === ':' && expected === ':') this.expected = 'value';
    else if ((character === '[' || character === '{') && this.takesValue()) this.enter(character);
    else if (this.closes(character)) this.leave();
    else throw this.unexpected(character);
  }

  private closes(character: string): boolean {
    const top = this.open.at(-1);
    if (top === undefined) return false;
    const isList = Array.isArray(top);
    if (character !== (isList ? ']' : '}')) return false;
    return this.expected === ',' || this.expected === (isList ? 'value or ]' : 'name or }');
  }

  private enter(character: '[' | '{'): void {
    if (this.open.length >= this.bounds.nesting) {
      throw this.beyond(`is nested more than ${inEnglish(this.bounds.nesting)} levels deep`);
    }
    this.count();
    const isList = character === '[';
    if (isList) this.open.push(this.leftOutIn > 0 ? NO_LIST : []);
    else this.open.push(this.leftOutIn > 0 ? NO_OBJECT : {});
    this.names.push('');
    this.expected = isList ? 'value or ]' : 'name or }';
  }

  private leave(): void {
    const value = this.open.pop();
    this.names.pop();
    this.put(value);
  }

  private takesValue(): boolean {
    return this.expected === 'value' || this.expected === 'value or ]';
  }

  private startToken(token: Token): void {
    const isName = this.expected === 'name' || this.expected === 'name or }';
    if (!this.takesValue() && !(isName && token === 'text')) {
      throw this.unexpected(token === 'text' ? '"' : `a ${token}`);
    }
    this.token = token;
    this.hasEscapes = false;
    this.isAscii = true;
  }

  /** Reads on in the token. @returns where it has ended, or the end of the piece. */
  private goOn(piece: Buffer, from: number): number {
    const isText = this.token === 'text';
    const end = isText ? this.endOfText(piece, from) : this.endOfWord(piece, from);
    if (this.carriedBytes + end - from > this.longestToken()) throw this.tooLong();
    if (end === piece.length) {
      this.carried.push(Buffer.from(piece.subarray(from)));
      this.carriedBytes += end - from;
      return end;
    }
    this.finishToken(piece, from, end);
    return isText ? end + 1 : end;
  }

  private endOfText(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const code = piece[at] ?? 0;
      if (this.afterBackslash) this.afterBackslash = false;
      else if (code === QUOTE) return at;
      else if (code === BACKSLASH) this.hasEscapes = this.afterBackslash = true;
      if (code > LAST_ASCII) this.isAscii = false;
      else if (code <= LAST_CONTROL) throw this.noJson('a text has a control character');
    }
    return piece.length;
  }

  private endOfWord(piece: Buffer, from: number): number {
    const parts = this.token === 'number' ? NUMBER_PARTS : WORD_PARTS;
    let at = from;
    while (at < piece.length && parts[piece[at] ?? 0] === 1) at++;
    return at;
  }

  private longestToken(): number {
    if (this.token === 'text') return this.bounds.textBytes;
    return this.token === 'number' ? this.bounds.numberLength : LONGEST_WORD;
  }

  private tooLong(): JsonFault {
    const { textBytes, numberLength } = this.bounds;
    if (this.token === 'word') return this.noJson('it has a word without quotes');
    return this.beyond(
      this.token === 'number'
        ? `has a number of more than ${inEnglish(numberLength)} digits`
        : `has a text of more than ${inEnglish(textBytes)} bytes`,
    );
  }

  private finishToken(piece: Buffer, from: number, end: number): void {
    if (this.carriedBytes > 0) {
      const whole = Buffer.concat([...this.carried, piece.subarray(from, end)]);
      this.carried = [];
      this.carriedBytes = 0;
      this.take(whole, 0, whole.length);
    } else this.take(piece, from, end);
  }

  private take(bytes: Buffer, from: number, end: number): void {
    const { token } = this;
    this.token = undefined;
    if (this.expected === 'name' || this.expected === 'name or }') {
      this.takeName(bytes, from, end);
      return;
    }
    this.count();
    if (token === 'text') {
      this.put(this.leftOutIn > 0 ? undefined : this.textOf(bytes, from, end));
      return;
    }
    const text = bytes.toString('latin1', from, end);
    const value = token === 'number' ? text : WORDS.get(text);
    const isSound = token === 'number' ? NUMBER.test(text) : value !== undefined;
    if (!isSound) throw this.unexpected(text);
    this.put(value);
  }

  private takeName(bytes: Buffer, from: number, end: number): void {
    this.expected = ':';
    if (this.leftOutIn > 0) return;
    const name = this.textOf(bytes, from, end);
    if (this.asked && !this.asked.has(name)) this.leftOutIn = this.open.length;
    else this.names[this.names.length - 1] = name;
  }

  private put(value: unknown): void {
    const top = this.open.at(-1);
    this.expected = top === undefined ? 'nothing more' : ',';
    if (this.leftOutIn > 0) {
      if (this.leftOutIn === this.open.length) this.leftOutIn = 0;
    } else if (top === undefined) this.result = value;
    else if (Array.isArray(top)) top.push(value);
    else setOwn(top, this.names.at(-1) ?? '', value);
  }

  private count(): void {
    if (this.leftOutIn > 0) return;
    if (++this.values <= this.bounds.values) return;
    throw this.beyond(`has more than ${inEnglish(this.bounds.values)} values`);
  }

  private textOf(bytes: Buffer, from: number, end: number): string {
    if (this.isAscii && !this.hasEscapes) return bytes.toString('latin1', from, end);
    if (!isUtf8(bytes.subarray(from, end)))
      throw new JsonFault('is not UTF-8 text; save it as UTF-8.');
    const text = bytes.toString('utf8', from, end);
    if (!this.hasEscapes) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      throw this.noJson('a text has an escape that does not exist');
    }
  }

  private unexpected(found: string): JsonFault {
    return this.noJson(`${this.expected} is expected, not ${found}`);
  }

  private noJson(what: string): JsonFault {
    return new JsonFault(`is not JSON: ${what} in line ${inEnglish(this.line)}.`);
  }

  private beyond(what: string): JsonFault {
    return new JsonFault(`${what} in line ${inEnglish(this.line)}; make it smaller.`);
  }
}

/** Reads a whole text. @throws JsonFault */
export function parseBounded(bytes: Buffer, bounds: JsonBounds): unknown {
  const json = new BoundedJson(bounds);
  json.write(bytes);
  return json.end();
}

/** As JSON.parse does it: a name is a name, `__proto__` too. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else {
    const plain = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, name, plain);
  }
}

/** A table that is 1 at the given characters. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function inEnglish(count: number): string {
  return count.toLocaleString('en-US');
}
