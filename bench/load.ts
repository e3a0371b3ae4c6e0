/** How many orders a second, and how long one took in milliseconds. */
export interface Rate {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly slowestMs: number;
}

export interface Duration {
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/**
 * Has `clients` place one order after the other and counts those that were answered within the time, after a
 * warm-up. `place` gets the number of its client, from 0.
 */
export async function measured(
  clients: number,
  { warmUpSeconds, seconds }: Duration,
  place: (client: number) => Promise<void>,
): Promise<Rate> {
  const begin = performance.now() + warmUpSeconds * 1000;
  const end = begin + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let start = performance.now(); start < end;) {
        await place(client);
        const now = performance.now();
        if (now >= begin && now < end) times.push(now - start);
        start = now;
      }
    }),
  );
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? NaN;
  return { perSecond: times.length / seconds, medianMs: at(0.5), slowestMs: at(0.99) };
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
