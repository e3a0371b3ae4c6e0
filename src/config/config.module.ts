import { Module, type DynamicModule } from '@nestjs/common';
import { SecretBox } from '../common/secret-box.js';
import { CONFIG, type SoukConfig } from './souk-config.js';

/** Provides the SoukConfig and the SecretBox to all modules. */
@Module({})
export class ConfigModule {
  static register(config: SoukConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: SecretBox, useValue: new SecretBox(config.SECRET_KEYS) },
      ],
      exports: [CONFIG, SecretBox],
    };
  }
}
