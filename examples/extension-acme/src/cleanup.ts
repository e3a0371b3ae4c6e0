import type { ExtensionShop, ExtensionTask } from 'souk';
import { Spending } from './spending.js';

/** Work that is repeated on one server at a time, and never in a command, such as a restore. */
export function cleanup(shop: ExtensionShop): ExtensionTask {
  const days = shop.metrics.counter('forgotten-days-total', 'Days of accounts that were deleted.');
  return {
    name: 'cleanup',
    everySeconds: 3_600,
    async run() {
      days.add(await shop.get(Spending).forgetOldDays());
    },
  };
}
