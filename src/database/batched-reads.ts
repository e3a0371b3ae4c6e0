import { StatementSlots, type QueuedRequest } from './statement-slots.js';

/** Keys that one statement reads, unless a single question has more of them. */
const MAX_KEYS = 200;

interface QueuedQuestion<Question, Answer> extends QueuedRequest<Answer> {
  readonly question: Question;
}

/** Answers questions in one statement, in their order. */
export type Read<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/**
 * Reads for concurrent callers in batches, each in one statement, of the accounts in turn. A statement answers only
 * questions that were asked before it was sent, so no answer is older than its question.
 */
export class BatchedReads<Question, Answer> {
  /** Those of each account, oldest first; the accounts stand in the order of their turns. */
  private readonly queues = new Map<number, QueuedQuestion<Question, Answer>[]>();
  private readonly slots: StatementSlots<QueuedQuestion<Question, Answer>, Answer>;

  /** @param keysOf counts the keys of a question. */
  constructor(
    read: Read<Question, Answer>,
    private readonly accountOf: (question: Question) => number,
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
    const account = this.accountOf(question);
    const queued = { question, resolve, reject };
    const queue = this.queues.get(account);
    if (queue) queue.push(queued);
    else this.queues.set(account, [queued]);
    this.slots.fill();
    return promise;
  }

  private nextBatch(): QueuedQuestion<Question, Answer>[] {
    const batch: QueuedQuestion<Question, Answer>[] = [];
    let keys = 0;
    for (const [account, queue] of this.queues) {
      const [first] = queue;
      keys += first ? this.keysOf(first.question) : 0;
      if (batch.length > 0 && keys > MAX_KEYS) break;
      batch.push(...queue.splice(0, 1));
      // Behind all other accounts. An entry that was moved is visited again in the same loop.
      this.queues.delete(account);
      if (queue.length > 0) this.queues.set(account, queue);
    }
    return batch;
  }
}
