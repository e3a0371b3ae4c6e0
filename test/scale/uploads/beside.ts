import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What is asked beside an import. */
export interface BesideTask {
  readonly baseUrl: string;
  readonly token: string;
  /** Of an operator who has signed in. */
  readonly cookie: string;
  readonly shelves: readonly number[];
  /** Products that are read and ordered. */
  readonly products: readonly number[];
  readonly seed: number;
}

/** How requests of one kind were answered. */
export interface AnswersOf {
  /** In milliseconds. */
  readonly times: readonly number[];
  /** Status and code of each answer that was none of the wanted ones. */
  readonly refusals: readonly string[];
}

/** The answers of a time, by the kind of the request. */
export type Answers = Readonly<Record<string, AnswersOf>>;

const PROGRAM = new URL('beside.worker.ts', import.meta.url);

/** Requests of bots and operators, sent by another thread. */
export class Beside {
  private readonly worker: Worker;

  constructor(task: BesideTask) {
    this.worker = new Worker(PROGRAM, { workerData: task });
  }

  /** The answers since this was asked before. */
  take(): Promise<Answers> {
    return this.told('take');
  }

  /** The last answers. */
  stop(): Promise<Answers> {
    return this.told('stop');
  }

  private async told(word: 'take' | 'stop'): Promise<Answers> {
    this.worker.postMessage(word);
    const [answers] = (await once(this.worker, 'message')) as [Answers];
    return answers;
  }
}
