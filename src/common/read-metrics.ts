import { Counter, Gauge, type Registry } from 'prom-client';

interface ReadMetric {
  readonly name: string;
  readonly help: string;
  /** The name of its only label. */
  readonly label: string;
}

/**
 * A gauge of the whole shop that has the values which are read at each scrape, and none when they cannot be read.
 * @param valueOf the value of the label, and that of the gauge; null for none.
 */
export function readGauge<Row>(
  registry: Registry,
  { name, help, label }: ReadMetric,
  read: () => Promise<readonly Row[] | undefined>,
  valueOf: (row: Row) => readonly [string, number | null],
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    aggregator: 'first',
    async collect() {
      const rows = (await read().catch(() => undefined)) ?? [];
      this.reset();
      for (const [of, value] of rows.map(valueOf))
        if (value !== null) this.set({ [label]: of }, value);
    },
  });
}

/** A counter that shows at each scrape what is counted elsewhere. */
export function readCounter(
  registry: Registry,
  { name, help, label }: ReadMetric,
  read: () => Iterable<readonly [string, number]>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [of, count] of read()) this.inc({ [label]: of }, count);
    },
  });
}
