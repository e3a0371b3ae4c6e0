import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from './logger.js';

/** Provides the logger of the process to all modules. */
@Module({})
export class LoggerModule {
  static register(logger: Logger): DynamicModule {
    return {
      module: LoggerModule,
      global: true,
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }
}
