import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';
import { TurnTree } from '../../../common/turn-tree.js';
import { shareOf } from '../../../common/server-worker.js';

/** Questions that may wait; beyond, the newest of the network with the most is answered 111. */
const MAX_WAITING_QUESTIONS = shareOf(5_000);
/** A question that waits for longer is answered 111. */
const MAX_WAIT_MS = 2_000;
/** With the delay, at most 2,500 answers per second: whoever guesses tokens cannot take the processor from others. */
const MAX_QUESTIONS_IN_A_READ = 50;
/** From the end of a read to the start of the next one. */
const READ_DELAY_MS = 20;

interface Waiting<Question> {
  readonly question: Question;
  readonly resolve: (answer: boolean) => void;
  readonly reject: (error: unknown) => void;
  readonly refuse: () => void;
}

/** Answers each question, in their order, by data that is read after the call. */
export type Read<Question> = (questions: readonly Question[]) => Promise<readonly boolean[]>;

/**
 * Answers the questions of concurrent callers by batched reads, one at a time and with a delay after each, the networks of
 * the callers in turn. A read answers only questions that were asked before it started, so no answer is older than its
 * question.
 */
export class ThrottledReads<Question> {
  private readonly waiting = new TurnTree<Waiting<Question>>();
  private isRunning = false;
  private refused = 0;

  /** @param delay resolves when the next read may start. */
  constructor(
    private readonly read: Read<Question>,
    private readonly delay: () => Promise<unknown> = shortDelay,
  ) {}

  get waitingRequests(): number {
    return this.waiting.size;
  }

  /** Questions whose turn did not come, since the start. */
  get refusedRequests(): number {
    return this.refused;
  }

  /**
   * @param path of the caller, the widest network first.
   * @throws TemporarilyUnavailableError (111) when no turn came; the errors of the read.
   */
  async ask(question: Question, path: readonly string[]): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const refuse = (): void => {
      if (!this.waiting.remove(path, one)) return;
      this.refused += 1;
      reject(new TemporarilyUnavailableError());
    };
    const one: Waiting<Question> = { question, resolve, reject, refuse };
    const timeout = setTimeout(refuse, MAX_WAIT_MS).unref();
    this.waiting.add(path, one);
    if (this.waiting.size > MAX_WAITING_QUESTIONS) this.waiting.crowd('last').at(-1)?.refuse();
    if (!this.isRunning) void this.run();
    return promise.finally(() => {
      clearTimeout(timeout);
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      await this.answer(this.taken(MAX_QUESTIONS_IN_A_READ));
      await this.delay();
    }
    this.isRunning = false;
  }

  private taken(most: number): Waiting<Question>[] {
    const batch: Waiting<Question>[] = [];
    for (let one = this.waiting.next(); one; one = this.waiting.next()) {
      batch.push(one);
      if (batch.length === most) break;
    }
    return batch;
  }

  private async answer(batch: readonly Waiting<Question>[]): Promise<void> {
    try {
      const answers = await this.read(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] === true);
    } catch (error) {
      // A read often fails only after a timeout, so waiting questions fail with it instead of waiting for another one.
      for (const { reject } of [...batch, ...this.taken(Infinity)]) reject(error);
    }
  }
}

/** Does not keep a stopping process alive. */
function shortDelay(): Promise<unknown> {
  return wait(READ_DELAY_MS, undefined, { ref: false });
}
