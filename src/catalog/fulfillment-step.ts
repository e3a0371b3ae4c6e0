/** A handler's own settings for one product, as JSON. */
export type FulfillmentSettings = Readonly<Record<string, unknown>>;

/** One of a product's handlers; they are tried in the order of their list. */
export interface FulfillmentStep {
  /** The handler's code, such as `codes`. */
  readonly handler: string;
  readonly settings: FulfillmentSettings;
}
