import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { isFirstWorker } from '../common/server-worker.js';

/** The metrics of a process, as they pass from one to another. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** The primary process asks a worker for its metrics, and has the number of the question back. */
export interface MetricsQuestion {
  readonly metricsAsked: number;
}

export interface MetricsAnswer extends MetricsQuestion {
  readonly metrics: MetricValues;
}

/** Answers the primary process. What is of the whole shop, which has the aggregator `first`, the first worker tells. */
export function tellMetrics(registry: Registry, onError: (error: unknown) => void): void {
  process.on('message', ({ metricsAsked }: Partial<MetricsQuestion>) => {
    if (metricsAsked === undefined) return;
    if (!isFirstWorker) removeThoseOfTheShop(registry);
    registry
      .getMetricsAsJSON()
      .then((metrics) => process.send?.({ metricsAsked, metrics } satisfies MetricsAnswer))
      .catch(onError);
  });
}

/** Not only once, since extensions make metrics at any time. */
function removeThoseOfTheShop(registry: Registry): void {
  for (const { name, aggregator } of registry.getMetricsAsArray()) {
    if (aggregator === 'first') registry.removeSingleMetric(name);
  }
}
