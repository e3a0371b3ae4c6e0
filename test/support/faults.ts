/** Counts faults by their kind, and keeps the details of the first few of each. */
export class Faults {
  private readonly kinds = new Map<string, string[]>();

  add(kind: string, detail = ''): void {
    const details = this.kinds.get(kind) ?? [];
    details.push(detail);
    this.kinds.set(kind, details);
  }

  /** Adds a fault when a figure is above its limit. */
  limit(name: string, figure: number, most: number, unit: string): void {
    if (figure <= most) return;
    this.add(`${name} is ${figure.toFixed(1)} ${unit}, wanted at most ${most.toFixed(1)} ${unit}`);
  }

  countOf(kind: string): number {
    return this.kinds.get(kind)?.length ?? 0;
  }

  get list(): string[] {
    return [...this.kinds].map(([kind, details]) => {
      const told = details.filter((detail) => detail !== '').slice(0, 3);
      return `${kind} (${details.length})${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
    });
  }
}

/** The value below which a part of some numbers lies; NaN for none. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
