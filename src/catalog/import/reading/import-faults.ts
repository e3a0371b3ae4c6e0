const LISTED = 10;

/** What is wrong with a file as a whole: the end of a sentence that begins with the file's name. */
export class FileFault extends Error {}

/** What is wrong with one row: the end of a sentence that begins with the row's number. */
export class RowFault extends Error {}

/**
 * Collects what is wrong with the rows of a file, so that the operator learns of it all at once.
 */
export class RowFaults {
  private readonly listed: string[] = [];
  private count = 0;

  add(place: string, fault: string): void {
    this.count += 1;
    if (this.listed.length < LISTED) this.listed.push(`${place}: ${fault}`);
  }

  /** @throws FileFault naming the first faults and how many more there are. */
  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count > LISTED ? `; and ${englishNumber(this.count - LISTED)} more` : '';
    throw new FileFault(
      `cannot be imported, nothing was changed: ${this.listed.join('; ')}${more}.`,
    );
  }
}

/** `70001` is `70,001`. */
export function englishNumber(value: number): string {
  return value.toLocaleString('en-US');
}
