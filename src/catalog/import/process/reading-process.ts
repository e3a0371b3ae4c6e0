import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOutOfMemory } from './memory-limit.js';
import type { ReadingMessage, ReadingOrder, ReadingTask } from './reading-messages.js';

/** Its file, beside this one: `.ts` for the source, `.js` for the build. */
const PROGRAM = fileURLToPath(
  new URL(`./catalog-reading.process${extname(import.meta.url)}`, import.meta.url),
);
/** Of what it has printed, at its end. */
const MAX_PRINTED_CHARACTERS = 2_000;

/** The process has ended because what it reads takes more memory than it may. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** Another process that reads a catalog. */
export class ReadingProcess {
  /** Why it ended, if nobody has ended it; an error in any case. */
  readonly failure: Promise<Error>;
  private readonly child;

  /** @param heapMb its heap limit in megabytes */
  constructor(task: ReadingTask, heapMb: number) {
    this.child = fork(PROGRAM, {
      serialization: 'advanced',
      // V8 prints its stack where the heap is full, so what is printed is told with an unexpected end only.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`, '--expose-gc'],
    });
    this.failure = this.failed();
    // What cannot be sent to a process that has ended is told by its end.
    this.child.send({ ...task, heapMb } satisfies ReadingOrder, () => undefined);
  }

  onMessage(listener: (message: ReadingMessage) => void): void {
    this.child.on('message', listener);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.failure;
  }

  private failed(): Promise<Error> {
    const { child } = this;
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-MAX_PRINTED_CHARACTERS);
    });
    return new Promise((resolve) => {
      child.on('error', resolve);
      child.on('close', (code, signal) => {
        const how = `the process that reads catalogs ended with ${signal ?? code}: ${printed}`;
        resolve(isOutOfMemory(code, signal) ? new OutOfMemoryError() : new Error(how));
      });
    });
  }
}
