const MAX_LISTED_FAULTS = 10;

/** A fault of a whole file: the end of a sentence that begins with the name of the file. */
export class FileFault extends Error {}

/** A fault of one row: the end of a sentence that begins with the number of the row. */
export class RowFault extends Error {}

/** Collects the faults of the rows of a file, so that the operator sees them all at once. */
export class RowFaults {
  private readonly listed: string[] = [];
  private count = 0;

  add(place: string, fault: string): void {
    this.count += 1;
    if (this.listed.length < MAX_LISTED_FAULTS) this.listed.push(`${place}: ${fault}`);
  }

  /** Runs `take`, and adds the fault that it throws. @throws what else it throws */
  collect(place: string, take: () => void): void {
    try {
      take();
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.add(place, error.message);
    }
  }

  /** @throws FileFault with the first faults and the number of the others */
  throwIfAny(): void {
    if (this.count === 0) return;
    const more =
      this.count > MAX_LISTED_FAULTS
        ? `; and ${englishNumber(this.count - MAX_LISTED_FAULTS)} more`
        : '';
    throw new FileFault(
      `cannot be imported, nothing was changed: ${this.listed.join('; ')}${more}.`,
    );
  }
}

/** `70001` becomes `70,001`. */
export function englishNumber(value: number): string {
  return value.toLocaleString('en-US');
}
