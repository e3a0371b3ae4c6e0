import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';

/** Questions that may wait; later ones hear 111. */
const MOST_WAITING = 10_000;
/** With the pause, 2,500 answers a second at most: those who guess do not get the processor that others need. */
const MOST_IN_A_LOOK = 50;
/** From the end of a look to the beginning of the next one, in milliseconds. */
const PAUSE_MS = 20;

interface Waiting<Question> {
  readonly question: Question;
  readonly resolve: (answer: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers each question in turn; what it answers by was read after it was called. */
export type Look<Question> = (questions: readonly Question[]) => Promise<readonly boolean[]>;

/**
 * Answers questions by looks that many share: one at a time, with a pause behind it, however many ask. A look
 * answers only what was asked before it began, so an answer is never older than its question.
 */
export class ThrottledReads<Question> {
  private waiting: Waiting<Question>[] = [];
  private looking = false;

  /** @param pause resolves when the next look may begin. */
  constructor(
    private readonly look: Look<Question>,
    private readonly pause: () => Promise<unknown> = shortPause,
  ) {}

  /** @throws TemporarilyUnavailableError (111) when too many wait; what the look throws. */
  async ask(question: Question): Promise<boolean> {
    if (this.waiting.length >= MOST_WAITING) throw new TemporarilyUnavailableError();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.waiting.push({ question, resolve, reject });
    if (!this.looking) void this.lookOn();
    return promise;
  }

  private async lookOn(): Promise<void> {
    this.looking = true;
    while (this.waiting.length > 0) {
      await this.lookFor(this.waiting.splice(0, MOST_IN_A_LOOK));
      await this.pause();
    }
    this.looking = false;
  }

  private async lookFor(batch: readonly Waiting<Question>[]): Promise<void> {
    try {
      const answers = await this.look(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] === true);
    } catch (error) {
      // A look that fails has often hung before; nobody is to wait for a second one.
      for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
    }
  }
}

/** Does not keep a process that stops. */
function shortPause(): Promise<unknown> {
  return wait(PAUSE_MS, undefined, { ref: false });
}
