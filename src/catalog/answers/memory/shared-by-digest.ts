/** What has a digest of its bytes: equal digests are equal bytes. */
export interface Digested {
  readonly digest: string;
}

/** Values that are in memory once, whoever needs them, and as long as somebody does. */
export class SharedByDigest<Value extends Digested> {
  private readonly held = new Map<string, { readonly value: Value; holders: number }>();

  /**
   * @param onFirst told of a value that somebody holds now
   * @param onLast told of a value that nobody holds any more
   */
  constructor(
    private readonly onFirst: (value: Value) => void,
    private readonly onLast: (value: Value) => void,
  ) {}

  get(digest: string): Value | undefined {
    return this.held.get(digest)?.value;
  }

  /** @returns the value of the same digest that others hold, or else this one. To be let go of as often as held. */
  hold(value: Value): Value {
    const known = this.held.get(value.digest);
    if (known) {
      known.holders += 1;
      return known.value;
    }
    this.held.set(value.digest, { value, holders: 1 });
    this.onFirst(value);
    return value;
  }

  release({ digest }: Value): void {
    const known = this.held.get(digest);
    if (!known) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    this.held.delete(digest);
    this.onLast(known.value);
  }
}
