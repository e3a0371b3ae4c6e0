import type { Operation } from './operation.js';

const HEAD = 0;

/**
 * Starts and ends of operations in the order of time, as a doubly linked list. Of operations that were put in a place
 * both events are lifted out, and put back in the reverse order.
 */
export class EventLine {
  private readonly next: Int32Array;
  private readonly previous: Int32Array;

  /** All of them have an end. */
  constructor(private readonly operations: readonly Operation<unknown>[]) {
    const count = operations.length;
    const times = operations.flatMap(({ startMs, endMs }, index) => [
      { atMs: startMs, event: 2 * index + 1 },
      { atMs: endMs, event: 2 * index + 2 },
    ]);
    // At the same time starts come first, so that such operations are concurrent.
    times.sort(
      (one, other) =>
        one.atMs - other.atMs || (one.event % 2 === 0 ? 1 : 0) - (other.event % 2 === 0 ? 1 : 0),
    );
    this.next = new Int32Array(2 * count + 1);
    this.previous = new Int32Array(2 * count + 1);
    let last = HEAD;
    for (const { event } of times) {
      this.next[last] = event;
      this.previous[event] = last;
      last = event;
    }
    this.next[last] = HEAD;
    this.previous[HEAD] = last;
  }

  get isEmpty(): boolean {
    return this.next[HEAD] === HEAD;
  }

  /** The event after another one; the first one after `undefined`. */
  after(event: number = HEAD): number {
    return this.next[event] ?? HEAD;
  }

  /** The event before another one, from which one may go on after that was lifted. */
  before(event: number): number {
    return this.previous[event] ?? HEAD;
  }

  isEnd(event: number): boolean {
    return event % 2 === 0;
  }

  indexOf(event: number): number {
    return (event - 1) >> 1;
  }

  /** When the first operation ends that has no place yet. */
  get firstEndMs(): number {
    let event = this.after();
    while (event !== HEAD && !this.isEnd(event)) event = this.after(event);
    return event === HEAD ? Infinity : (this.operations[this.indexOf(event)]?.endMs ?? Infinity);
  }

  lift(index: number): void {
    this.unlink(2 * index + 1);
    this.unlink(2 * index + 2);
  }

  putBack(index: number): void {
    this.link(2 * index + 2);
    this.link(2 * index + 1);
  }

  private unlink(event: number): void {
    const before = this.before(event);
    const after = this.after(event);
    this.next[before] = after;
    this.previous[after] = before;
  }

  private link(event: number): void {
    this.next[this.before(event)] = event;
    this.previous[this.after(event)] = event;
  }
}
