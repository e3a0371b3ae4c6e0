/** What is wrong with a JSON text: the end of a sentence that begins with what the text is of. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

/** Where in a text its reader is, and the faults that name the place. */
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
