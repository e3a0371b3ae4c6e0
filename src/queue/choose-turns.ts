/** A turn whose jobs may begin. */
export interface ChosenTurn {
  readonly turn: string;
  /** How many jobs of its receiver run already. */
  readonly running: number;
  /** How many may begin at most. */
  readonly most: number;
}

/** How the slots of a lane are taken. */
export interface LaneState {
  readonly free: number;
  /** The number of jobs that run, by receiver. */
  readonly running: ReadonlyMap<string, number>;
}

/** What slow receivers may get now. */
export interface SlowTurns {
  readonly isSlow: (receiver: string) => boolean;
  /** Those that get one job; all others that are slow get none. */
  readonly single: readonly string[];
}

/** The receiver of a turn. */
export function receiverOfTurn(turn: string): string {
  return turn.split('/', 1)[0] ?? '';
}

/** @returns the first turns that may have jobs begun, as many as there are free slots. */
export function chooseTurns(
  turns: readonly string[],
  { free, running }: LaneState,
  { isSlow, single }: SlowTurns,
): ChosenTurn[] {
  const unused = new Set(single);
  const chosen: ChosenTurn[] = [];
  for (const turn of turns) {
    if (chosen.length === free) break;
    const receiver = receiverOfTurn(turn);
    const atWork = running.get(receiver) ?? 0;
    const slow = isSlow(receiver);
    if (atWork >= free || (slow && !unused.delete(receiver))) continue;
    chosen.push({ turn, running: atWork, most: slow ? 1 : Math.ceil((free - atWork) / 2) });
  }
  return chosen;
}
