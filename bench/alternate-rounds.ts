import type { Random } from '../test/support/random.js';
import { ServerProcess } from '../test/support/server-process.js';
import { placeOrders, type OrderTarget } from './http-orders.js';
import { median, type Duration, type Rate } from './load.js';

const FIRST_ORDERS = { warmUpSeconds: 0, seconds: 6 };
const FIRST_CLIENTS = 16;
/** The contenders take turns so often in a round: what slows the machine down for seconds slows all of them down. */
const TURNS = 20;
const TURN_WARM_UP_SECONDS = 0.2;

/** Takes orders from so many clients. */
export type Run = (clients: number, duration: Duration) => Promise<Rate>;

export interface Contender {
  readonly name: string;
  /** Its rounds, a list for each number of clients. */
  readonly rounds: Rate[][];
  /** Has it ready for a round. */
  start(): Promise<{ readonly run: Run; readonly stop: () => Promise<unknown> }>;
}

/** How contenders are compared. */
export interface RoundPlan {
  readonly clients: readonly number[];
  readonly rounds: number;
  /** Of each round, in all its turns. */
  readonly seconds: number;
  /** In which order contenders start and take their turns: the same in each run. */
  readonly random: Random;
}

/**
 * Its server is started anew in each round, and has compiled what orders need before it is measured: how fast one process
 * happens to become differs by more than two versions do, and stays until it ends.
 * @param folder of the build that it runs.
 */
export function serverContender(
  name: string,
  folder: string,
  settings: Record<string, string>,
  orders: Omit<OrderTarget, 'baseUrl'>,
): Contender {
  const start: Contender['start'] = async () => {
    const server = await ServerProcess.start(settings, { folder, args: ['dist/main.js'] });
    const target = { baseUrl: server.baseUrl, ...orders };
    const run: Run = (clients, duration) => placeOrders(target, clients, duration);
    await run(FIRST_CLIENTS, FIRST_ORDERS);
    return { run, stop: () => server.stop() };
  };
  return { name, rounds: [], start };
}

export async function runAlternately(
  contenders: readonly Contender[],
  plan: RoundPlan,
): Promise<void> {
  for (let round = 1; round <= plan.rounds; round++) {
    const runs = new Map<Contender, Run>();
    const stops: (() => Promise<unknown>)[] = [];
    try {
      for (const contender of plan.random.shuffled(contenders)) {
        const { run, stop } = await contender.start();
        stops.push(stop);
        runs.set(contender, run);
        contender.rounds.push([]);
      }
      for (const clients of plan.clients) await takeTurns(runs, clients, plan);
    } finally {
      for (const stop of stops) await stop();
    }
    for (const { name, rounds } of contenders) {
      const figures = rounds.at(-1)?.map(({ perSecond }) => perSecond.toFixed(0));
      console.log(`round ${round}: ${name}: ${figures?.join(' and ')} orders/s`);
    }
  }
}

/**
 * In another order at each turn. Who always followed the bare statement, which writes most, was slower by 7 % than the
 * same version at another place.
 */
async function takeTurns(
  runs: ReadonlyMap<Contender, Run>,
  clients: number,
  { seconds, random }: Pick<RoundPlan, 'seconds' | 'random'>,
): Promise<void> {
  const turns = new Map([...runs.keys()].map((contender) => [contender, [] as Rate[]]));
  const duration = { warmUpSeconds: TURN_WARM_UP_SECONDS, seconds: seconds / TURNS };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [contender, run] of random.shuffled([...runs])) {
      turns.get(contender)?.push(await run(clients, duration));
    }
  }
  for (const [contender, rates] of turns) contender.rounds.at(-1)?.push(ofTurns(rates));
}

/** Medians, so that a turn in which the machine stood still counts as one turn. */
function ofTurns(rates: readonly Rate[]): Rate {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    medianMs: median(rates.map(({ medianMs }) => medianMs)),
    slowestMs: median(rates.map(({ slowestMs }) => slowestMs)),
  };
}

/** Of orders a second, in the median of the rounds. */
export function partOf(
  before: Contender | undefined,
  after: Contender | undefined,
  index: number,
): number {
  const parts = (after?.rounds ?? []).map(
    (rates, round) =>
      (rates[index]?.perSecond ?? NaN) / (before?.rounds[round]?.[index]?.perSecond ?? NaN),
  );
  return median(parts);
}
