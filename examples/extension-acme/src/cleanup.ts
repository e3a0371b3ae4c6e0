import type { ExtensionShop } from 'souk';
import { Spending } from './spending.js';

const HOUR_MS = 3_600_000;

/** Work that goes on beside the requests. Each server does it; deleting what is gone already does no harm. */
export class Cleanup {
  private timer: NodeJS.Timeout | undefined;

  /** Souk calls it in servers alone: a command, such as a restore, must not delete anything beside its own work. */
  start(shop: ExtensionShop): void {
    const clean = async (): Promise<void> => {
      try {
        await shop.get(Spending).forgetOldDays();
      } catch (error) {
        shop.logger.warn(
          { err: error },
          'old days could not be deleted; this is tried again in an hour',
        );
      }
    };
    this.timer = setInterval(() => void clean(), HOUR_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
