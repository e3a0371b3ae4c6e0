/** The value of each label of a metric. */
export type MetricLabels = Readonly<Record<string, string>>;

/** A number that only grows, such as of calls, since the server has started. */
export interface ExtensionCounter {
  /** @param by at least 0; 1 if left out */
  add(by?: number, labels?: MetricLabels): void;
}

/** A number that goes up and down. */
export interface ExtensionGauge {
  set(value: number, labels?: MetricLabels): void;
}

/**
 * The metrics of an extension, published as `souk_ext_<extension>_<name>`, with an underscore for each hyphen. They are of
 * one server, and begin anew with it; in a command they do nothing. A metric has at most 100 series: of values that its
 * labels have beyond, each label is `other`. A wrong use of a metric is logged as a fault and not counted; it never throws.
 */
export interface ExtensionMetrics {
  /**
   * @param name lower-case letters, digits, and hyphens or underscores between them, at most 60; the same name gives the
   * same metric
   * @param help what it counts, in a sentence
   * @param labels at most 5 names of lower-case letters, digits and underscores
   * @throws OperatorError for a name that cannot be used, or that is one of another metric
   */
  counter(name: string, help: string, labels?: readonly string[]): ExtensionCounter;
  /**
   * @param collect called whenever the metrics are read, to set the gauge, which has lost its former values. If it throws or
   * takes longer than a second, the gauge is missing, and all other metrics are there.
   * @throws OperatorError like `counter`
   */
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: (gauge: ExtensionGauge) => void | Promise<void>,
  ): ExtensionGauge;
}
