import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TRACING, type Tracing } from './tracing.js';

/** Provides `Tracing | undefined` to all modules, and sends the last spans when the application ends. */
@Module({})
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing | undefined) {}

  static register(tracing?: Tracing): DynamicModule {
    return {
      module: TracingModule,
      global: true,
      providers: [{ provide: TRACING, useFactory: () => tracing }],
      exports: [TRACING],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.stop();
  }
}
