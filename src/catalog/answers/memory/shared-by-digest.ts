/** A value with a digest of its bytes; equal digests mean equal bytes. */
interface Digested {
  readonly digest: string;
}

/** Reference-counted values, of which equal ones are in memory once. */
export class SharedByDigest<Value extends Digested> {
  private readonly held = new Map<string, { readonly value: Value; holders: number }>();

  /**
   * @param onFirst called with a value when it gets its first holder
   * @param onLast called with a value when it loses its last holder
   */
  constructor(
    private readonly onFirst: (value: Value) => void,
    private readonly onLast: (value: Value) => void,
  ) {}

  get(digest: string): Value | undefined {
    return this.held.get(digest)?.value;
  }

  /** @returns the value with the same digest that is already held, or else this one. Each `hold` needs a `release`. */
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
