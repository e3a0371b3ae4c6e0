import type { Abstract, Type } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ExtensionMetrics } from '../metrics/extension-metrics.js';

/** What an extension may use in `ports` and `start`: services of the shop, after dependency injection. */
export interface ExtensionShop {
  /** A service of the extension's module, an exported service of Souk, or `Shop`. */
  get<T>(type: Type<T> | Abstract<T>): T;
  /** The extension's own settings, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  /** Makes metrics, which are published on the metrics port of servers. */
  readonly metrics: ExtensionMetrics;
}
