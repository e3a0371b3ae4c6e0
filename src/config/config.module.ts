import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type SoukConfig } from './souk-config.js';

/** Gives every room the one SoukConfig. */
@Module({})
export class ConfigModule {
  static register(config: SoukConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
