/** A handler's own settings for one product, as JSON. */
export type FulfillmentSettings = Readonly<Record<string, unknown>>;

/** One of the handlers that deliver a product, in the order in which they are tried. */
export interface FulfillmentStep {
  /** The handler's code, such as `codes`. */
  readonly handler: string;
  readonly settings: FulfillmentSettings;
}
