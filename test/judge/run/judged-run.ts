import { setTimeout as sleep } from 'node:timers/promises';
import { addOperator } from '../../chaos/shop/add-operator.js';
import { Random } from '../../support/random.js';
import type { History } from '../history.js';
import { Recorder } from '../recorder.js';
import { ClientProgram } from './client-program.js';
import { DrawnFaults } from './drawn-faults.js';
import { startDatabase, type JudgedDatabase } from './judged-database.js';
import { actingExtension, JudgedInstance } from './judged-instance.js';
import { fillShop, recordMessages, startNeighbors } from './judged-shop.js';
import { LastQuestions } from './last-questions.js';
import { Operator } from './operator.js';
import { OperatorWork } from './operator-work.js';
import { Reseller } from './reseller.js';
import type { Trade } from './trade.js';

const INSTANCES = ['one', 'two'];
/** Of each account; the last one of them is impatient. */
const RESELLERS = 4;
const OPERATORS = 6;
const PROGRESS_INTERVAL_MS = 30_000;
/** Without faults, at the end. */
const CALM_MS = 3_000;
/** How long an interrupted run may take to stop what it has started. */
const CLOSING_TIMEOUT_MS = 10_000;

export interface RunOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Names of the faults that may come. */
  readonly faults: readonly string[];
  /** The checkout whose built server is judged. */
  readonly folder: string;
  readonly say: (line: string) => void;
  /** Called with each line of the servers' logs at level error. */
  readonly onErrorLine: (line: string) => void;
  /** Called with all that was seen, also when the run fails. */
  readonly keep: (history: History) => Promise<void>;
}

/** What a run has seen. */
export interface RunResult {
  readonly history: History;
  /** How often each fault came. */
  readonly faults: ReadonlyMap<string, number>;
  /** What is wrong besides what a history shows. */
  readonly troubles: readonly string[];
  /** What this machine could not do. */
  readonly leftOut: readonly string[];
}

/** Has clients use a shop under faults, and records all that they see. */
export async function judgedRun(options: RunOptions): Promise<RunResult> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) {
      await Promise.resolve(one()).catch((error: unknown) => {
        options.say(`could not close: ${String(error)}`);
      });
    }
  };
  const interrupted = (): void => {
    const end = (): void => process.exit(1);
    setTimeout(end, CLOSING_TIMEOUT_MS);
    void close().then(end);
  };
  process.once('SIGTERM', interrupted).once('SIGINT', interrupted);
  try {
    return await new JudgedRun(options, closers).run();
  } finally {
    await close();
    process.off('SIGTERM', interrupted).off('SIGINT', interrupted);
  }
}

/** Hands over what was seen, also when the work fails: it tells why. @returns the same */
export async function keeping(
  recorder: Recorder,
  keep: (history: History) => Promise<void>,
  work: () => Promise<void>,
): Promise<History> {
  try {
    await work();
  } finally {
    await keep(recorder.history);
  }
  return recorder.history;
}

class JudgedRun {
  private readonly recorder = new Recorder();
  private readonly random: Random;
  private readonly instances: JudgedInstance[] = [];

  constructor(
    private readonly options: RunOptions,
    private readonly closers: (() => unknown)[],
  ) {
    this.random = new Random(options.seed);
  }

  async run(): Promise<RunResult> {
    const { recorder, random } = this;
    const database = await startDatabase();
    this.closers.push(() => database.close());
    for (const name of INSTANCES) await this.startInstance(name, database);
    const operators = await this.operators(database);
    const neighbors = await startNeighbors();
    this.closers.push(
      () => neighbors.supplier.close(),
      () => neighbors.receiver.close(),
    );
    const trade = await fillShop(operators[0]!, neighbors, recorder);
    this.closers.push(recordMessages(neighbors.receiver, recorder, random.fork()));
    const world = { instances: this.instances, database, operator: operators[0]! };
    const faults = new DrawnFaults(world, random.fork(), this.options.faults);
    const history = await keeping(recorder, this.options.keep, async () => {
      await this.trade(trade, operators, faults);
      const last = new LastQuestions(this.program('last'), operators[0]!, recorder);
      await last.ask(trade);
      await sleep(CALM_MS);
    });
    return {
      history,
      faults: faults.came,
      troubles: this.instances.flatMap(({ name, endedByItself: times }) =>
        times > 0 ? [`instance ${name} ended by itself ${times} times`] : [],
      ),
      leftOut: database.failOver ? [] : ['failover (needs Debian’s package postgresql)'],
    };
  }

  private async startInstance(name: string, database: JudgedDatabase): Promise<void> {
    const { folder, onErrorLine } = this.options;
    const report = (line: string): void => {
      onErrorLine(`${name}: ${line}`);
    };
    const instance = await JudgedInstance.start(name, { folder, onErrorLine: report }, database);
    this.instances.push(instance);
    this.closers.push(() => instance.close());
  }

  private async operators(database: JudgedDatabase): Promise<Operator[]> {
    const made: Operator[] = [];
    for (let number = 1; number <= OPERATORS; number++) {
      const name = `operator-${number}`;
      const token = await addOperator(database, name);
      made.push(new Operator(this.program(name), token, this.random.fork()));
    }
    return made;
  }

  /** Until the time is over; then a moment without faults. */
  private async trade(
    trade: Trade,
    operators: readonly Operator[],
    faults: DrawnFaults,
  ): Promise<void> {
    const { recorder, random } = this;
    const life = { over: false };
    const raging = { over: false };
    const acts = actingExtension(this.options.folder) !== '';
    const works = operators.map(
      (one) => new OperatorWork(one, trade, recorder, random.fork(), acts),
    );
    const rage = faults.rage(raging);
    const timed = async (): Promise<void> => {
      await sleep(this.options.seconds * 1_000);
      raging.over = true;
      await rage;
      await sleep(CALM_MS);
      life.over = true;
    };
    const progress = this.progress(faults);
    try {
      const working = [...this.resellers(trade), ...works].map((one) => one.work(life));
      await Promise.all([...working, rage, timed()]);
    } finally {
      clearInterval(progress);
      life.over = raging.over = true;
    }
  }

  private resellers(trade: Trade): Reseller[] {
    return trade.accounts.flatMap((account) =>
      Array.from({ length: RESELLERS }, (_, index) => {
        const program = this.program(`reseller-${account.id}-${index + 1}`);
        const isImpatient = index === RESELLERS - 1;
        const { recorder, random } = this;
        const setting = { program, account, trade, recorder, isImpatient };
        return new Reseller(setting, random.fork());
      }),
    );
  }

  private program(name: string): ClientProgram {
    const doors = this.instances.map(({ door }) => door);
    const program = new ClientProgram(name, doors, this.recorder);
    this.closers.push(() => {
      program.close();
    });
    return program;
  }

  private progress({ came }: DrawnFaults): NodeJS.Timeout {
    const begun = performance.now();
    return setInterval(() => {
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      const faults = [...came.values()].reduce((sum, count) => sum + count, 0);
      const memory = (process.memoryUsage.rss() / 2 ** 20).toFixed(0);
      const { callCount } = this.recorder;
      this.options.say(`${seconds} s: ${callCount} operations, ${faults} faults, ${memory} MB`);
    }, PROGRESS_INTERVAL_MS);
  }
}
