/** What a client asked for and was told, as one step of a model; between its start and its end it took effect once. */
export interface Operation<Action> {
  readonly client: string;
  readonly instance: string;
  readonly startMs: number;
  /** `Infinity` of one that nobody answered: it may have taken effect at any time since, or never. */
  readonly endMs: number;
  readonly action: Action;
  /**
   * Set for a read that may be older than its start: changes that its own instance had answered by then are seen
   * nevertheless.
   */
  readonly seesOwnSinceMs?: number;
  /** For people. */
  readonly text: string;
}

/**
 * What an object does when its operations come one after the other. A state may stand for several that cannot be told
 * apart yet; a read then narrows it down.
 */
export interface Model<State, Action> {
  readonly initial: State;
  /** The states after an operation that was answered so. Empty if it cannot have been. */
  step(state: State, action: Action): readonly State[];
  /** The same text for the same state. */
  keyOf(state: State): string;
  /** True for what changes nothing outside the model: a right history is right without it, too. */
  isRead(action: Action): boolean;
  /**
   * True for an operation that, once it leaves the state as it is, does so or cannot be in every state that follows.
   * All reads are such; so is an order that is repeated.
   */
  isIdempotent?(action: Action): boolean;
  /** The part of the state that a write sets, whatever it was; undefined for all others. */
  partSetBy?(action: Action): string | undefined;
}
