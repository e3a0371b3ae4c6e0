import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricsAnswer, MetricsQuestion, MetricValues } from '../../health/worker-metrics.js';

/** A worker that has not answered then is left out with what it has told last. */
const ANSWER_TIMEOUT_MS = 4_000;

/**
 * The metrics of all workers, as those of one server: sums, or what the aggregator of a metric says. Counters of workers that have ended stay in the sums, as they were told last: a sum that fell would be read as a
 * restart of the server.
 */
export class WorkersMetrics {
  private readonly own = new Registry();
  private readonly last = new Map<Worker, MetricValues>();
  private ended: MetricValues = [];
  private taken: Promise<void> = Promise.resolve();
  private asked = 0;
  private readonly ends: Counter;

  /** @param workers those that live now */
  constructor(private readonly workers: () => Iterable<Worker>) {
    new Gauge({
      name: 'souk_workers',
      help: 'Workers of the server that live.',
      registers: [this.own],
      collect() {
        this.set([...workers()].length);
      },
    });
    this.ends = new Counter({
      name: 'souk_worker_ends_total',
      help: 'Workers that have ended while the server went on.',
      registers: [this.own],
    });
  }

  /** Called with each worker that has ended. */
  async endOf(worker: Worker): Promise<void> {
    this.ends.inc();
    // One after the other, since each takes up the sum of those before.
    const before = this.taken;
    this.taken = before.catch(() => undefined).then(() => this.takeOver(worker));
    await this.taken;
  }

  /** The text of all metrics. */
  async read(): Promise<string> {
    await Promise.all([...this.workers()].map((worker) => this.ask(worker)));
    const told = [...this.last.values()].flat();
    return sumOf([told, this.ended, await this.own.getMetricsAsJSON()]).metrics();
  }

  /** Its counters pass from what workers told last to the sum in one step: a scrape between two would not have them. */
  private async takeOver(worker: Worker): Promise<void> {
    try {
      const counted = (this.last.get(worker) ?? []).filter(({ type }) => isCount(type));
      this.ended = await sumOf([this.ended, counted]).getMetricsAsJSON();
    } finally {
      this.last.delete(worker);
    }
  }

  /** Resolves when the worker has answered, or has ended, or its time is over. */
  private async ask(worker: Worker): Promise<void> {
    const metricsAsked = ++this.asked;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const hear = (message: Partial<MetricsAnswer>): void => {
      if (message.metricsAsked !== metricsAsked || !message.metrics) return;
      this.last.set(worker, message.metrics);
      resolve(undefined);
    };
    const over = (): void => {
      resolve(undefined);
    };
    const late = setTimeout(over, ANSWER_TIMEOUT_MS);
    worker.on('message', hear).once('exit', over);
    worker.send({ metricsAsked } satisfies MetricsQuestion, (error) => {
      if (error) over();
    });
    await promise;
    clearTimeout(late);
    worker.off('message', hear).off('exit', over);
  }
}

function isCount(type: unknown): boolean {
  return type === 'counter' || type === 'histogram';
}

function sumOf(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...all]);
}
