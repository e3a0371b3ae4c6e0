import { tableOf } from './byte-table.js';
import { JsonContainers, type ContainerBounds } from './json-containers.js';
import { JsonPlace } from './json-fault.js';
import { JsonToken, NUMBER_STARTS, QUOTE, WORD_PARTS, type TokenBounds } from './json-token.js';

/** How much of a JSON text is followed, or kept, at most. */
export interface JsonBounds extends ContainerBounds, TokenBounds {}

const NEW_LINE = 0x0a;
const BLANKS = tableOf(' \t\r\n');

/**
 * Reads a stranger's JSON text piece by piece, with numbers as the texts they were written in. It never recurses, holds
 * only what it keeps, and gives up at the first byte beyond a bound, however much were still to come.
 */
export class BoundedJson {
  private readonly place = new JsonPlace();
  private readonly containers: JsonContainers;
  private readonly token: JsonToken;

  /** @param asked the names whose values are kept; all of them when left out. */
  constructor(bounds: JsonBounds, asked?: ReadonlySet<string>) {
    this.containers = new JsonContainers(bounds, this.place, asked);
    this.token = new JsonToken(bounds, this.place, this.containers);
  }

  /** @throws JsonFault */
  write(piece: Buffer): void {
    let at = this.token.isUnfinished ? this.token.goOn(piece, 0) : 0;
    while (at < piece.length) {
      const code = piece[at] ?? 0;
      if (BLANKS[code] === 1) {
        if (code === NEW_LINE) this.place.line++;
        at++;
      } else {
        at = this.next(piece, at, code);
      }
    }
  }

  /** @returns the whole value. @throws JsonFault when it is not complete. */
  end(): unknown {
    this.token.end();
    return this.containers.end();
  }

  /** @returns where to go on. */
  private next(piece: Buffer, at: number, code: number): number {
    if (code === QUOTE) {
      this.token.start('text');
      return this.token.goOn(piece, at + 1);
    }
    if (NUMBER_STARTS[code] === 1 || WORD_PARTS[code] === 1) {
      this.token.start(NUMBER_STARTS[code] === 1 ? 'number' : 'word');
      return this.token.goOn(piece, at);
    }
    this.containers.mark(String.fromCharCode(code));
    return at + 1;
  }
}

/** Reads a whole text. @throws JsonFault */
export function parseBounded(bytes: Buffer, bounds: JsonBounds): unknown {
  const json = new BoundedJson(bounds);
  json.write(bytes);
  return json.end();
}
