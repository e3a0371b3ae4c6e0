import { textOf } from '../../common/logger.js';
import type { MetricLabels } from './extension-metrics.js';

const NAME = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 60;
const LABEL = /^[a-z][a-z0-9_]{0,29}$/;
const MAX_LABELS = 5;
const MAX_VALUE_CHARACTERS = 100;
const MAX_SERIES = 100;
const OTHER = 'other';

interface Declared {
  readonly name: unknown;
  readonly help: unknown;
  readonly labels: unknown;
}

/**
 * The end of a sentence whose subject is the metric; undefined if it is as it must be. Extensions may be written without
 * types.
 */
export function metricFault({ name, help, labels }: Declared): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name) || name.length > MAX_NAME_CHARACTERS) {
    return `needs a name of lower-case letters, digits, and hyphens or underscores between them, at most ${MAX_NAME_CHARACTERS}, and is called ${JSON.stringify(name)}`;
  }
  if (typeof help !== 'string' || help.trim() === '')
    return `needs a sentence that says what "${name}" counts`;
  const areLabels =
    Array.isArray(labels) &&
    labels.length <= MAX_LABELS &&
    new Set(labels).size === labels.length &&
    labels.every((label) => typeof label === 'string' && LABEL.test(label));
  return areLabels
    ? undefined
    : `is called "${name}" and needs labels of lower-case letters, digits and underscores, at most ${MAX_LABELS}`;
}

/** The series of a metric, of which there are not more than a few, whatever the values of its labels are. */
export class MetricSeries {
  private readonly known = new Set<string>();
  private isFull = false;

  /** @param report called with what is wrong in a use of the metric */
  constructor(
    private readonly labels: readonly string[],
    private readonly report: (fault: string) => void,
  ) {}

  clear(): void {
    this.known.clear();
  }

  /** The labels under which a value is counted; undefined for a use that is wrong, which is reported. */
  of(given: MetricLabels, value: unknown, least: number): Record<string, string> | undefined {
    if (typeof value !== 'number' || !(value >= least)) {
      this.report(`it was given ${textOf(value)}`);
      return undefined;
    }
    const names = Object.keys(Object(given) as object);
    if (
      names.length !== this.labels.length ||
      !this.labels.every((label) => names.includes(label))
    ) {
      this.report(`it has the labels ${this.labels.join()} and was given ${names.join()}`);
      return undefined;
    }
    const values = this.labels.map((label) => textOf(given[label]).slice(0, MAX_VALUE_CHARACTERS));
    const key = JSON.stringify(values);
    // One is left for all others.
    const isOther = !this.known.has(key) && this.known.size >= MAX_SERIES - 1;
    if (isOther && !this.isFull) {
      this.isFull = true;
      this.report(
        `it has more than ${MAX_SERIES} series; those beyond are one, whose labels are "${OTHER}"`,
      );
    }
    if (!isOther) this.known.add(key);
    return Object.fromEntries(
      this.labels.map((label, index) => [label, isOther ? OTHER : (values[index] ?? '')]),
    );
  }
}
