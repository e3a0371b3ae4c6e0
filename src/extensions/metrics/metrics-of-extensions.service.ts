import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { OperatorError } from '../../common/app-error.js';
import { BoundedCall } from '../../common/bounded-call.js';
import { loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import type {
  ExtensionCounter,
  ExtensionGauge,
  ExtensionMetrics,
  MetricLabels,
} from './extension-metrics.js';
import { MetricSeries, metricFault } from './metric-series.js';

const MAX_METRICS = 100;
const COLLECT_TIMEOUT_MS = 1_000;

interface Asked {
  readonly extension: string;
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

interface Made extends Asked {
  readonly metric: ExtensionCounter | ExtensionGauge;
}

/** Makes the metrics of extensions, each once. */
@Injectable()
export class MetricsOfExtensions {
  /** By their full names. */
  private readonly made = new Map<string, Made>();

  constructor(
    private readonly registry: Registry,
    private readonly faults: PortFaults,
  ) {}

  of(extension: string): ExtensionMetrics {
    return {
      counter: (name, help, labels = []) => {
        const asked = { extension, kind: 'counter', name, help, labels } as const;
        return this.metric(asked, (full) => this.counter(full, asked)) as ExtensionCounter;
      },
      gauge: (name, help, labels = [], collect?) => {
        const asked = { extension, kind: 'gauge', name, help, labels } as const;
        return this.metric(asked, (full) => this.gauge(full, asked, collect)) as ExtensionGauge;
      },
    };
  }

  private metric(asked: Asked, make: (full: string) => Made['metric']): Made['metric'] {
    const { extension, kind, name, labels } = asked;
    const refuse = (what: string): never => {
      throw new OperatorError(`The extension "${extension}" makes a metric that ${what}.`);
    };
    const fault = metricFault(asked);
    if (fault !== undefined) refuse(fault);
    const full = `souk_ext_${extension}_${name}`.replaceAll('-', '_');
    const former = this.made.get(full);
    if (former) {
      const isSame =
        former.extension === extension &&
        former.kind === kind &&
        former.labels.join() === labels.join();
      return isSame
        ? former.metric
        : refuse(
            `would be called ${full} like a ${former.kind} of "${former.extension}" with other labels`,
          );
    }
    const own = [...this.made.values()].filter((one) => one.extension === extension);
    if (own.length >= MAX_METRICS) refuse(`would be one of more than ${MAX_METRICS}`);
    const metric = make(full);
    this.made.set(full, { ...asked, metric });
    return metric;
  }

  private counter(full: string, asked: Asked): ExtensionCounter {
    const series = this.seriesOf(asked);
    const counter = new Counter(this.options(full, asked));
    return {
      add: (by = 1, labels = {}) => {
        const found = series.of(labels, by, 0);
        if (found) counter.inc(found, by);
      },
    };
  }

  private gauge(
    full: string,
    asked: Asked,
    collect: ((gauge: ExtensionGauge) => void | Promise<void>) | undefined,
  ): ExtensionGauge {
    const series = this.seriesOf(asked);
    // What is collected may be asked of the database, by one worker of a server alone.
    const aggregator = collect ? 'first' : 'sum';
    const gauge = new Gauge({ ...this.options(full, asked), aggregator });
    const handle: ExtensionGauge = {
      set: (value: number, labels: MetricLabels = {}) => {
        const found = series.of(labels, value, -Infinity);
        if (found) gauge.set(found, value);
      },
    };
    if (!collect) return handle;
    const clear = (): void => {
      gauge.reset();
      // Without labels it would be 0.
      if (asked.labels.length === 0) gauge.remove();
      series.clear();
    };
    const call = new BoundedCall(() => collect(handle), COLLECT_TIMEOUT_MS);
    Object.assign(gauge, {
      collect: async () => {
        clear();
        await call.run().catch((error: unknown) => {
          clear();
          const err = loggableError(error);
          this.note(asked, 'a gauge could not be collected, and is missing', { err });
        });
      },
    });
    return handle;
  }

  private options(name: string, { help, labels }: Asked) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }

  private seriesOf(asked: Asked): MetricSeries {
    return new MetricSeries(asked.labels, (fault) => {
      this.note(asked, fault);
    });
  }

  private note({ extension, name }: Asked, fault: string, details = {}): void {
    this.faults.note({ extension, port: `metric "${name}"`, fault }, details);
  }
}
