import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { assertPorts, type PortOf, type PortShape } from '../../common/port-shape.js';
import type { ExtensionJob } from './extension-job.js';

const MAX_RETRIES = 20;
const MAX_RETRY_SECONDS = 604_800;

const JOB_SHAPE: PortShape = {
  kind: 'job',
  members: { handle: { type: 'method', required: true } },
};

/** What does the jobs of the extensions that are loaded in this process. */
@Injectable()
export class JobHandlers {
  private items: readonly PortOf<ExtensionJob>[] = [];

  /** Called once, before the first request or job. @throws OperatorError */
  use(items: readonly PortOf<ExtensionJob>[]): void {
    assertPorts(JOB_SHAPE, items);
    for (const { extension, port } of items) {
      if (port.retryAfterSeconds === undefined || areDelays(port.retryAfterSeconds)) continue;
      throw new OperatorError(
        `The extension "${extension}" has the job "${port.name}", whose "retryAfterSeconds" must be a list of at most ${MAX_RETRIES} whole numbers from 1 to ${MAX_RETRY_SECONDS}.`,
      );
    }
    this.items = items;
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  find(extension: string, name: string): PortOf<ExtensionJob> | undefined {
    return this.items.find((item) => item.extension === extension && item.port.name === name);
  }
}

function areDelays(value: unknown): boolean {
  const isDelay = (one: unknown): boolean =>
    Number.isInteger(one) && Number(one) >= 1 && Number(one) <= MAX_RETRY_SECONDS;
  return Array.isArray(value) && value.length <= MAX_RETRIES && value.every(isDelay);
}
