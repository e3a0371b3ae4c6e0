import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { JOB_TYPE, type ListenerJobData } from '../listener-job-data.js';
import type { ExtensionJobs, SendOptions } from './extension-jobs.js';
import { JobHandlers } from './job-handlers.js';

const MAX_DATA_BYTES = 64 * 1024;
const MAX_KEY_CHARACTERS = 100;
const MAX_AFTER_SECONDS = 31_536_000;

/** Makes the `ExtensionJobs` of each extension. */
@Injectable()
export class JobSender {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly jobs: JobQueue,
  ) {}

  of(extension: string): ExtensionJobs {
    return {
      send: (manager, name, data, options = {}) =>
        this.send(manager, { extension, name }, data, options),
    };
  }

  private async send(
    manager: EntityManager,
    { extension, name }: { readonly extension: string; readonly name: string },
    data: unknown,
    { key, afterSeconds = 0 }: SendOptions,
  ): Promise<boolean> {
    const refuse = (what: string): never => {
      throw new OperatorError(`The extension "${extension}" sends the job "${name}" ${what}.`);
    };
    if (!this.handlers.find(extension, name)) refuse('that is not in its port "jobs"');
    if (!manager.queryRunner?.isTransactionActive) refuse('by a manager that has no transaction');
    if (key !== undefined && !isKey(key))
      refuse(`under a key that needs 1 to ${MAX_KEY_CHARACTERS} characters`);
    if (!Number.isInteger(afterSeconds) || afterSeconds < 0 || afterSeconds > MAX_AFTER_SECONDS)
      refuse(`with "afterSeconds" that is no whole number up to ${MAX_AFTER_SECONDS}`);
    const text = jsonOf(data) ?? refuse('with data that JSON cannot hold');
    if (Buffer.byteLength(text) > MAX_DATA_BYTES)
      refuse(`with more than ${MAX_DATA_BYTES} bytes of data`);
    const id = `job_${randomUUID().replaceAll('-', '')}`;
    const event = `{"id":"${id}","type":"${JOB_TYPE}","data":${text}}`;
    const job: ListenerJobData = { extension, listener: name, event, attempt: 1 };
    const timing = {
      afterSeconds,
      ...(key !== undefined && { key: `${extension}/${name}/${key}` }),
    };
    return this.jobs.send(manager, QUEUES.extension, job, timing);
  }
}

/** Whether it can be stored, too. */
function isKey(key: unknown): boolean {
  const length =
    typeof key === 'string' && !key.includes('\0') && key.isWellFormed() ? key.length : 0;
  return length >= 1 && length <= MAX_KEY_CHARACTERS;
}

/** Undefined also for what has no JSON, such as a function. */
function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
