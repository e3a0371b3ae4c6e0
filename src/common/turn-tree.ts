/**
 * What waits below paths of keys, such as an address in its networks. Each branch has its turn after the others beside it
 * (round robin), at each level, so that many addresses of one network have no more turns than one of another.
 */
export class TurnTree<Item> {
  private readonly items = new Set<Item>();
  /** In the order of their turns. */
  private readonly branches = new Map<string, TurnTree<Item>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add([key, ...rest]: readonly string[], item: Item): void {
    this.count += 1;
    if (key === undefined) {
      this.items.add(item);
      return;
    }
    const branch = this.branches.get(key) ?? new TurnTree<Item>();
    this.branches.set(key, branch);
    branch.add(rest, item);
  }

  /** Nothing if it is not there any more. */
  remove(path: readonly string[], item: Item): boolean {
    const [key, ...rest] = path;
    const branch = key === undefined ? undefined : this.branches.get(key);
    const isRemoved = branch ? branch.remove(rest, item) : this.items.delete(item);
    if (isRemoved) this.count -= 1;
    if (key !== undefined && branch?.size === 0) this.branches.delete(key);
    return isRemoved;
  }

  /** Takes the oldest of the branch whose turn it is. */
  next(): Item | undefined {
    const [first] = this.branches;
    const [item] = first ? [first[1].next()] : this.items;
    if (item === undefined) return undefined;
    this.count -= 1;
    if (!first) this.items.delete(item);
    else {
      const [key, branch] = first;
      // Behind all others.
      this.branches.delete(key);
      if (branch.size > 0) this.branches.set(key, branch);
    }
    return item;
  }

  /**
   * What waits at the end of the fullest branches, the oldest first.
   * @param which of equally full ones.
   */
  crowd(which: 'first' | 'last'): readonly Item[] {
    let fullest: TurnTree<Item> | undefined;
    for (const branch of this.branches.values()) {
      const isFuller = branch.size > (fullest?.size ?? 0);
      if (isFuller || (which === 'last' && branch.size === fullest?.size)) fullest = branch;
    }
    return fullest ? fullest.crowd(which) : [...this.items];
  }
}
