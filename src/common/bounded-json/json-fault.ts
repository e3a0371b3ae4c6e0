/** What is wrong with a JSON text, as the second half of a sentence whose subject the caller adds. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

/** The current line of a text, and the faults that name it. */
export class JsonPlace {
  line = 1;

  noJson(what: string): JsonFault {
    return new JsonFault(`is not JSON: ${what} in line ${inEnglish(this.line)}.`);
  }

  beyond(what: string): JsonFault {
    return new JsonFault(`${what} in line ${inEnglish(this.line)}; make it smaller.`);
  }
}

export function inEnglish(count: number): string {
  return count.toLocaleString('en-US');
}
