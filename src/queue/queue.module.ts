import { Module, type DynamicModule } from '@nestjs/common';
import { JobQueue, RUNS_JOBS } from './job-queue.js';

/** Provides JobQueue to all modules. */
@Module({})
export class QueueModule {
  /** @param runsJobs false for a process that only writes jobs, such as a command. */
  static register({ runsJobs }: { runsJobs: boolean }): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [{ provide: RUNS_JOBS, useValue: runsJobs }, JobQueue],
      exports: [JobQueue, RUNS_JOBS],
    };
  }
}
