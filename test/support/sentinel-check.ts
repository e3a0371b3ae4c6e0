import { Registry } from 'prom-client';
import type { TestShop } from './test-shop.js';
import { until } from './until.js';

/** Waits until a check of the sentinel has ended that began after now: the second one from now. */
export async function sentinelCheck(shop: TestShop): Promise<void> {
  for (let checks = 0; checks < 2; checks += 1) {
    const before = await lastCheck(shop);
    await until(async () => (await lastCheck(shop)) !== before);
  }
}

async function lastCheck(shop: TestShop): Promise<number | undefined> {
  const gauge = shop.service(Registry).getSingleMetric('souk_sentinel_last_run_timestamp_seconds');
  return (await gauge?.get())?.values[0]?.value;
}
