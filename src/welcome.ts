import type { NestExpressApplication } from '@nestjs/platform-express';
import type { SoukConfig } from './config/souk-config.js';
/** Placeholder until the demo shop is wired. */
export function welcome(_app: NestExpressApplication, _config: SoukConfig): Promise<string[]> {
  return Promise.resolve([]);
}
