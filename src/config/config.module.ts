import { Module, type DynamicModule } from '@nestjs/common';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { SecretBox } from '../common/secret-box.js';
import { CONFIG, type SoukConfig } from './souk-config.js';

/** Provides the SoukConfig, and what follows from it alone, to all modules. */
@Module({})
export class ConfigModule {
  static register(config: SoukConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: TrustedProxies, useValue: new TrustedProxies(config.TRUST_PROXY) },
        { provide: SecretBox, useValue: new SecretBox(config.SECRET_KEYS) },
      ],
      exports: [CONFIG, SecretBox, TrustedProxies],
    };
  }
}
