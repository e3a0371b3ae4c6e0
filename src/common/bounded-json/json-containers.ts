import { inEnglish, type JsonFault, type JsonPlace } from './json-fault.js';

/** Limits on the structure of a JSON text. */
export interface ContainerBounds {
  /** Most values of all kinds, without those below names that are not kept. */
  readonly values: number;
  /** Most levels of lists and objects. */
  readonly nesting: number;
}

type Container = unknown[] | Record<string, unknown>;
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ',' | 'nothing more';

/** Placeholders for containers that are not kept. */
const NO_LIST: unknown[] = [];
const NO_OBJECT: Record<string, unknown> = {};

/**
 * The lists and objects that are open at the current position, the token that may follow, and the values kept so far.
 */
export class JsonContainers {
  private readonly open: Container[] = [];
  /** For each open container, the name of its next value; '' in a list. */
  private readonly names: string[] = [];
  private expected: Expected = 'value';
  /** How many containers were open where a value that is not kept began; 0 while values are kept. */
  private leftOutIn = 0;
  private values = 0;
  private result: unknown;

  /** @param keptNames the names whose values are kept; all of them when left out. */
  constructor(
    private readonly bounds: ContainerBounds,
    private readonly place: JsonPlace,
    private readonly keptNames: ReadonlySet<string> | undefined,
  ) {}

  get takesValue(): boolean {
    return this.expected === 'value' || this.expected === 'value or ]';
  }

  get takesName(): boolean {
    return this.expected === 'name' || this.expected === 'name or }';
  }

  /** False inside a value that is not kept; its texts need not be decoded. */
  get isKept(): boolean {
    return this.leftOutIn === 0;
  }

  /** Takes one of `[]{}:,`, or refuses any other character. @throws JsonFault */
  mark(character: string): void {
    const { expected } = this;
    if (character === ',' && expected === ',') {
      this.expected = Array.isArray(this.open.at(-1)) ? 'value' : 'name';
    } else if (character === ':' && expected === ':') this.expected = 'value';
    else if ((character === '[' || character === '{') && this.takesValue) this.enter(character);
    else if (this.closes(character)) this.leave();
    else throw this.unexpected(character);
  }

  /** @param name undefined inside a value that is not kept. */
  name(name: string | undefined): void {
    this.expected = ':';
    if (name === undefined) return;
    if (this.keptNames && !this.keptNames.has(name)) this.leftOutIn = this.open.length;
    else this.names[this.names.length - 1] = name;
  }

  /** Call it where a value begins. @throws JsonFault beyond the limit */
  count(): void {
    if (this.leftOutIn > 0) return;
    if (++this.values <= this.bounds.values) return;
    throw this.place.beyond(`has more than ${inEnglish(this.bounds.values)} values`);
  }

  /** Takes a complete value. */
  put(value: unknown): void {
    const top = this.open.at(-1);
    this.expected = top === undefined ? 'nothing more' : ',';
    if (this.leftOutIn > 0) {
      if (this.leftOutIn === this.open.length) this.leftOutIn = 0;
    } else if (top === undefined) this.result = value;
    else if (Array.isArray(top)) top.push(value);
    else setOwn(top, this.names.at(-1) ?? '', value);
  }

  /** @returns the whole value. @throws JsonFault when it is not complete. */
  end(): unknown {
    if (this.expected !== 'nothing more') throw this.place.noJson('it ends too early');
    return this.result;
  }

  unexpected(found: string): JsonFault {
    return this.place.noJson(`${this.expected} is expected, not ${found}`);
  }

  private closes(character: string): boolean {
    const top = this.open.at(-1);
    if (top === undefined) return false;
    const isList = Array.isArray(top);
    if (character !== (isList ? ']' : '}')) return false;
    return this.expected === ',' || this.expected === (isList ? 'value or ]' : 'name or }');
  }

  private enter(character: '[' | '{'): void {
    const { nesting } = this.bounds;
    if (this.open.length >= nesting) {
      throw this.place.beyond(`is nested more than ${inEnglish(nesting)} levels deep`);
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
}

/** Sets an own property as JSON.parse does, also one named `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else {
    const plain = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, name, plain);
  }
}
