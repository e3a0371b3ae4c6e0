import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from './logger.js';
import { PortFaults } from './port-faults.js';

/** Provides the logger of the process to all modules, and the log of what ports of extensions do wrong. */
@Module({})
export class LoggerModule {
  static register(logger: Logger): DynamicModule {
    return {
      module: LoggerModule,
      global: true,
      providers: [{ provide: LOGGER, useValue: logger }, PortFaults],
      exports: [LOGGER, PortFaults],
    };
  }
}
