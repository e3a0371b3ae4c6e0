import { tableOf } from './byte-table.js';
import { JsonContainers, type ContainerBounds } from './json-containers.js';
import { JsonPlace } from './json-fault.js';
import { JsonToken, NUMBER_STARTS, QUOTE, WORD_PARTS, type TokenBounds } from './json-token.js';

/** Limits on a JSON text. */
export interface JsonBounds extends ContainerBounds, TokenBounds {}

const NEW_LINE = 0x0a;
const BLANKS = tableOf(' \t\r\n');

/**
 * Parses untrusted JSON chunk by chunk, with numbers as their source text. It does not recurse, holds only the values
 * that are kept, and fails at the first byte beyond a limit, without reading the rest.
 */
export class BoundedJson {
  private readonly place = new JsonPlace();
  private readonly containers: JsonContainers;
  private readonly token: JsonToken;

  /** @param keptNames the names whose values are kept; all of them when left out. */
  constructor(bounds: JsonBounds, keptNames?: ReadonlySet<string>) {
    this.containers = new JsonContainers(bounds, this.place, keptNames);
    this.token = new JsonToken(bounds, this.place, this.containers);
  }

  /** @throws JsonFault */
  write(chunk: Buffer): void {
    let at = this.token.isUnfinished ? this.token.goOn(chunk, 0) : 0;
    while (at < chunk.length) {
      const code = chunk[at] ?? 0;
      if (BLANKS[code] === 1) {
        if (code === NEW_LINE) this.place.line++;
        at++;
      } else {
        at = this.next(chunk, at, code);
      }
    }
  }

  /** @returns the whole value. @throws JsonFault when it is not complete. */
  end(): unknown {
    this.token.end();
    return this.containers.end();
  }

  /** @returns the position behind the token. */
  private next(chunk: Buffer, at: number, code: number): number {
    if (code === QUOTE) {
      this.token.start('text');
      return this.token.goOn(chunk, at + 1);
    }
    if (NUMBER_STARTS[code] === 1 || WORD_PARTS[code] === 1) {
      this.token.start(NUMBER_STARTS[code] === 1 ? 'number' : 'word');
      return this.token.goOn(chunk, at);
    }
    this.containers.mark(String.fromCharCode(code));
    return at + 1;
  }
}

/** Parses a complete text. @throws JsonFault */
export function parseBounded(bytes: Buffer, bounds: JsonBounds): unknown {
  const json = new BoundedJson(bounds);
  json.write(bytes);
  return json.end();
}
