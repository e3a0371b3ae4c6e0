import type { FulfillmentStep } from '../fulfillment-step.js';
import type { CatalogFileCategory, CatalogFileProduct } from '../import/reading/catalog-file.js';

/** A category of a catalog elsewhere that is to be added to ours. */
export type NewCategory = Omit<CatalogFileCategory, 'id'> & {
  /** By which the caller knows it. */
  readonly key: number;
};

/** A product of a catalog elsewhere as it is to stand in ours, and what may become of it here. */
export type Listing = Omit<CatalogFileProduct, 'id'> & {
  /** By which the caller knows it; no two have the same. */
  readonly key: number;
  readonly fulfillment: readonly FulfillmentStep[];
  /** Ours; null where there is none. */
  readonly product_id: number | null;
  /** It is created, unless its category is deleted. */
  readonly is_new: boolean;
  /** Its price, and what may be ordered, are brought in step. */
  readonly follows: boolean;
  /** It is switched on, if it is off. */
  readonly returns: boolean;
};

/** How many products a listing changes. */
export interface ListingChanges {
  readonly created: number;
  readonly updated: number;
  /** Switched on. */
  readonly returned: number;
}
