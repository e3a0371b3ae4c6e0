import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { Counter, Registry } from 'prom-client';
import type { MetricsQuestion } from '../../health/worker-metrics.js';
import { WorkersMetrics } from './workers-metrics.js';

/** Answers with a counter, unless it hangs. */
class ActingWorker extends EventEmitter {
  hangs = false;
  private readonly registry = new Registry();

  constructor(orders: number) {
    super();
    const counter = new Counter({ name: 'orders', help: 'Orders', registers: [this.registry] });
    counter.inc(orders);
  }

  send({ metricsAsked }: MetricsQuestion): void {
    if (this.hangs) return;
    void this.registry.getMetricsAsJSON().then((metrics) => {
      this.emit('message', { metricsAsked, metrics });
    });
  }
}

describe('the metrics of all workers', () => {
  let workers: ActingWorker[];
  let metrics: WorkersMetrics;

  beforeEach(() => {
    workers = [3, 4, 5].map((orders) => new ActingWorker(orders));
    metrics = new WorkersMetrics(() => workers as unknown as Worker[]);
  });

  const ordersIn = (text: string): number => Number(/^orders (\d+)$/m.exec(text)?.[1]);

  /** As the primary process is told of it. */
  function watch(worker: ActingWorker): Promise<void> {
    return new Promise<void>((resolve) => worker.once('exit', resolve)).then(async () => {
      workers = workers.filter((other) => other !== worker);
      await metrics.endOf(worker as unknown as Worker);
    });
  }

  it('do not fall when workers end while they are asked', async () => {
    const [, second, third] = workers as [ActingWorker, ActingWorker, ActingWorker];
    const ends = [second, third].map(watch);
    expect(ordersIn(await metrics.read())).toBe(12);
    for (const worker of [second, third]) worker.hangs = true;
    const read = metrics.read();
    for (const worker of [second, third]) worker.emit('exit');
    expect(ordersIn(await read)).toBe(12);
    await Promise.all(ends);
    expect(ordersIn(await metrics.read())).toBe(12);
  });
});
