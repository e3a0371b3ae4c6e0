/** Statements under way at a time; more would only wait for one another's processors. */
const MOST_STATEMENTS = 2;
/** Keys that one statement reads, but for a single question with more of them. */
const MOST_KEYS = 200;
/** A statement that takes longer keeps no others waiting any more: it may hang. */
const STATEMENT_PATIENCE_MS = 1_000;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers questions in one statement, in their order. */
export type Read<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/**
 * Reads for many callers in one statement: those who ask while others are being answered wait and are read for together.
 * A statement answers only what was asked before it was sent, so that no answer is older than its question.
 */
export class GatheredReads<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private statements = 0;
  private isCalled = false;

  /** @param keysOf tells how many keys a question has. */
  constructor(
    private readonly read: Read<Question, Answer>,
    private readonly keysOf: (question: Question) => number = () => 1,
  ) {}

  /** @throws what the read throws. */
  ask(question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.waiting.push({ question, resolve, reject });
    this.call();
    return promise;
  }

  /** Begins when all that has arrived by now is waiting. */
  private call(): void {
    if (this.isCalled) return;
    this.isCalled = true;
    setImmediate(() => {
      this.isCalled = false;
      while (this.statements < MOST_STATEMENTS && this.waiting.length > 0) void this.send();
    });
  }

  private async send(): Promise<void> {
    const batch = this.nextBatch();
    const end = this.begin();
    const patience = setTimeout(end, STATEMENT_PATIENCE_MS).unref();
    try {
      const answers = await this.read(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(patience);
      end();
    }
  }

  /** The oldest questions. */
  private nextBatch(): Waiting<Question, Answer>[] {
    let keys = 0;
    const end = this.waiting.findIndex(({ question }, index) => {
      keys += this.keysOf(question);
      return index > 0 && keys > MOST_KEYS;
    });
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  /** @returns what lets others go on; further calls do nothing. */
  private begin(): () => void {
    let hasEnded = false;
    this.statements++;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.statements--;
      this.call();
    };
  }
}
