import { StatementSlots, type QueuedRequest } from './statement-slots.js';

/** Keys that one statement reads, unless a single question has more of them. */
const MAX_KEYS = 200;

interface QueuedQuestion<Question, Answer> extends QueuedRequest<Answer> {
  readonly question: Question;
}

/** Answers questions in one statement, in their order. */
export type Read<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/**
 * Reads for concurrent callers in batches, each in one statement. A statement answers only questions that were asked
 * before it was sent, so no answer is older than its question.
 */
export class BatchedReads<Question, Answer> {
  /** Oldest first. */
  private readonly queue: QueuedQuestion<Question, Answer>[] = [];
  private readonly slots: StatementSlots<QueuedQuestion<Question, Answer>, Answer>;

  /** @param keysOf counts the keys of a question. */
  constructor(
    read: Read<Question, Answer>,
    private readonly keysOf: (question: Question) => number = () => 1,
  ) {
    this.slots = new StatementSlots(
      () => this.nextBatch(),
      (batch) => read(batch.map(({ question }) => question)),
    );
  }

  /** @throws what the read throws. */
  ask(question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.queue.push({ question, resolve, reject });
    this.slots.fill();
    return promise;
  }

  private nextBatch(): QueuedQuestion<Question, Answer>[] {
    let keys = 0;
    const end = this.queue.findIndex(({ question }, index) => {
      keys += this.keysOf(question);
      return index > 0 && keys > MAX_KEYS;
    });
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
  }
}
