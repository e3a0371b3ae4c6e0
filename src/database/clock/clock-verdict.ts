/** The clock of an instance, as it was compared with that of the database. */
export interface InstanceClock {
  readonly host: string;
  /** What the clock of the database shows more than that of the instance. */
  readonly offsetMs: number;
}

/** Clocks that do not agree. */
export interface ClockVerdict {
  /** Between the two that differ most. */
  readonly differenceMs: number;
  /** Who differs from all others, of which two agree; none when that cannot be told. */
  readonly oddHosts: readonly string[];
  readonly isDatabaseOdd: boolean;
}

const MOST_DIFFERENCE_MS = 2_000;

/** Judges the clocks of the database and its instances. @returns undefined when they agree */
export function clockVerdict(instances: readonly InstanceClock[]): ClockVerdict | undefined {
  const clocks = [{ host: undefined, aheadMs: 0 }, ...clocksOf(instances)];
  const ahead = clocks.map(({ aheadMs }) => aheadMs);
  const differenceMs = Math.max(...ahead) - Math.min(...ahead);
  if (differenceMs <= MOST_DIFFERENCE_MS) return undefined;
  const odd = clocks.filter((one) => {
    const others = clocks.filter((other) => other !== one);
    return !others.some((other) => agree(one, other)) && others.some(isConfirmedBy(others));
  });
  return {
    differenceMs,
    oddHosts: odd.flatMap(({ host }) => host ?? []),
    isDatabaseOdd: odd.some(({ host }) => host === undefined),
  };
}

interface Clock {
  /** Undefined for the database. */
  readonly host: string | undefined;
  /** Of the clock of the database. */
  readonly aheadMs: number;
}

/** Instances on one host have one clock, so they do not confirm each other. */
function clocksOf(instances: readonly InstanceClock[]): Clock[] {
  const clocks: Clock[] = [];
  for (const { host, offsetMs } of instances) {
    const clock = { host, aheadMs: -offsetMs };
    if (!clocks.some((known) => known.host === host && agree(known, clock))) clocks.push(clock);
  }
  return clocks;
}

function agree(one: Clock, other: Clock): boolean {
  return Math.abs(one.aheadMs - other.aheadMs) <= MOST_DIFFERENCE_MS;
}

function isConfirmedBy(clocks: readonly Clock[]): (one: Clock) => boolean {
  return (one) => clocks.some((other) => other !== one && agree(one, other));
}

/** The verdict as a sentence that says what to do. */
export function clockSentence({ differenceMs, oddHosts, isDatabaseOdd }: ClockVerdict): string {
  const names = [...(isDatabaseOdd ? ['the database'] : []), ...oddHosts];
  const seconds = `${(differenceMs / 1000).toFixed(1)} seconds`;
  return names.length === 0
    ? `the clocks of the database and the instances differ by ${seconds}, and which one is wrong cannot be told; have NTP set all of them`
    : `the clock of ${names.join(' and that of ')} differs by ${seconds} from all others; have NTP set it`;
}
