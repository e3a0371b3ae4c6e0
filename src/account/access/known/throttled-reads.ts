import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';

/** Questions that may wait; further ones are answered 111. */
const MAX_WAITING_QUESTIONS = 10_000;
/** With the delay, at most 2,500 answers per second: whoever guesses tokens cannot take the processor from others. */
const MAX_QUESTIONS_IN_A_READ = 50;
/** From the end of a read to the start of the next one. */
const READ_DELAY_MS = 20;

interface Waiting<Question> {
  readonly question: Question;
  readonly resolve: (answer: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers each question, in their order, by data that is read after the call. */
export type Read<Question> = (questions: readonly Question[]) => Promise<readonly boolean[]>;

/**
 * Answers the questions of concurrent callers by batched reads, one at a time and with a delay after each. A read
 * answers only questions that were asked before it started, so no answer is older than its question.
 */
export class ThrottledReads<Question> {
  private waiting: Waiting<Question>[] = [];
  private isRunning = false;

  /** @param delay resolves when the next read may start. */
  constructor(
    private readonly read: Read<Question>,
    private readonly delay: () => Promise<unknown> = shortDelay,
  ) {}

  /** @throws TemporarilyUnavailableError (111) when too many questions wait; the errors of the read. */
  async ask(question: Question): Promise<boolean> {
    if (this.waiting.length >= MAX_WAITING_QUESTIONS) throw new TemporarilyUnavailableError();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.waiting.push({ question, resolve, reject });
    if (!this.isRunning) void this.run();
    return promise;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      await this.answer(this.waiting.splice(0, MAX_QUESTIONS_IN_A_READ));
      await this.delay();
    }
    this.isRunning = false;
  }

  private async answer(batch: readonly Waiting<Question>[]): Promise<void> {
    try {
      const answers = await this.read(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] === true);
    } catch (error) {
      // A read often fails only after a timeout, so waiting questions fail with it instead of waiting for another one.
      for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
    }
  }
}

/** Does not keep a stopping process alive. */
function shortDelay(): Promise<unknown> {
  return wait(READ_DELAY_MS, undefined, { ref: false });
}
