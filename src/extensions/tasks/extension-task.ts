import type { Logger } from 'pino';
import { OperatorError } from '../../common/app-error.js';
import { assertPorts, type PortOf, type PortShape } from '../../common/port-shape.js';

/** How a task is run. */
export interface TaskOptions {
  /**
   * Aborted when the run has taken `timeoutSeconds`, when the server stops, and ten seconds before its lease ends, if that
   * could not be extended. Hand it to all that the run waits for.
   */
  readonly signal: AbortSignal;
  /** Its lines name the extension and the task. */
  readonly logger: Logger;
}

/**
 * Work that is repeated, in the whole shop on one server at a time: a run begins after the former one has ended, whichever
 * server that was on. When a server is killed, another one begins the run anew within a minute. It runs in servers alone,
 * from the end of `start` until `stop` is called. No more is certain: a process that stands still for longer than a minute
 * goes on with its run beside that of another one, and a failover of the database that loses its last changes may lose a
 * lease with them. So give what must not happen twice a key, as `Shop` does.
 */
export interface ExtensionTask {
  /** Lower-case letters, digits and hyphens; unique within the extension. It must stay the same in later versions. */
  readonly name: string;

  /**
   * Whole seconds from the start of a run to the start of the next one, at least 1. A run that takes longer is followed by the
   * next one at once.
   */
  readonly everySeconds: number;

  /**
   * Whole seconds after which a run has failed, 1 to 3600; 60 if left out. The next one waits until it has ended all the same.
   */
  readonly timeoutSeconds?: number;

  /**
   * Does the work once, outside of any transaction; it may call the network and `Shop`. If it throws or takes too long, that
   * is logged as a fault of the extension, and it runs again at its next time.
   */
  run(options: TaskOptions): Promise<void>;
}

export const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 3_600;
/** About thirty years; the database stores it as an integer. */
const MAX_EVERY_SECONDS = 1_000_000_000;

const TASK_SHAPE: PortShape = {
  kind: 'task',
  members: { run: { type: 'method', required: true } },
};

/** @throws OperatorError in one sentence that names extension and task */
export function assertTasks(items: readonly PortOf<ExtensionTask>[]): void {
  assertPorts(TASK_SHAPE, items);
  for (const { extension, port } of items) {
    const { name, everySeconds, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = port;
    const wrong = isWhole(everySeconds, MAX_EVERY_SECONDS)
      ? !isWhole(timeoutSeconds, MAX_TIMEOUT_SECONDS) &&
        `"timeoutSeconds" must be a whole number from 1 to ${MAX_TIMEOUT_SECONDS}`
      : '"everySeconds" must be a whole number of at least 1';
    if (wrong === false) continue;
    throw new OperatorError(`The extension "${extension}" has the task "${name}", whose ${wrong}.`);
  }
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
