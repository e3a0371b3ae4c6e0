import { Injectable } from '@nestjs/common';
import { OrderedDelivery } from '../events/handling/ordered-delivery.js';
import { JobQueue } from '../queue/job-queue.js';
import { ExtensionTasks } from './tasks/extension-tasks.service.js';

/** What a server does of itself for extensions: their tasks, and the jobs and ordered events that it hands them. */
@Injectable()
export class ExtensionWork {
  constructor(
    private readonly tasks: ExtensionTasks,
    private readonly jobs: JobQueue,
    private readonly events: OrderedDelivery,
  ) {}

  /** Begins the tasks; jobs and events have begun by themselves. */
  start(): Promise<void> {
    return this.tasks.start();
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    await Promise.all([this.tasks.stop(), this.jobs.stop(), this.events.stop()]);
  }
}
