/** A hundred thousand items make a hundred per bucket. A power of two, so that the bucket is found by a bit mask. */
const BUCKETS = 1024;

/** An immutable map by id. A changed copy shares the unchanged buckets, so it is cheap. */
export class IdMap<Value> {
  private constructor(
    private readonly buckets: readonly (ReadonlyMap<number, Value> | undefined)[],
  ) {}

  static of<Value>(entries: Iterable<readonly [number, Value]>): IdMap<Value> {
    const buckets: (Map<number, Value> | undefined)[] = [];
    for (const [id, value] of entries) (buckets[bucketOf(id)] ??= new Map()).set(id, value);
    return new IdMap(buckets);
  }

  get(id: number): Value | undefined {
    return this.buckets[bucketOf(id)]?.get(id);
  }

  /** @param changes undefined removes an entry. */
  with(changes: ReadonlyMap<number, Value | undefined>): IdMap<Value> {
    if (changes.size === 0) return this;
    const buckets = [...this.buckets];
    const copied = new Map<number, Map<number, Value>>();
    for (const [id, value] of changes) {
      const index = bucketOf(id);
      const bucket = copied.get(index) ?? new Map(buckets[index]);
      copied.set(index, bucket);
      buckets[index] = bucket;
      if (value === undefined) bucket.delete(id);
      else bucket.set(id, value);
    }
    return new IdMap(buckets);
  }
}

function bucketOf(id: number): number {
  return id & (BUCKETS - 1);
}
