import type { FulfillmentStep } from '../fulfillment-step.js';
import type { CatalogFileCategory, CatalogFileProduct } from '../import/reading/catalog-file.js';

/** A category of an external catalog that is to be added to ours. */
export type NewCategory = Omit<CatalogFileCategory, 'id'> & {
  /** The caller's id for it. */
  readonly key: number;
};

/** The same once it is added. */
export interface AddedCategory extends Pick<NewCategory, 'key' | 'image'> {
  /** Ours. */
  readonly id: number;
}

/** A product of an external catalog as it is to be listed in ours, and which changes are allowed. */
export type Listing = Omit<CatalogFileProduct, 'id'> & {
  /** The caller's id for it, unique within the catalog. */
  readonly key: number;
  readonly fulfillment: readonly FulfillmentStep[];
  /** The id of our product; null if there is none. */
  readonly product_id: number | null;
  /** True if the other catalog has it, but it is not to be listed. */
  readonly left_out: boolean;
  /** True if it is to be created, unless its category is deleted. */
  readonly is_new: boolean;
  /** True if price, quantities and fields are to be updated. */
  readonly follows: boolean;
  /** True if it is to be switched on. */
  readonly returns: boolean;
};

/** How many products are changed. */
export interface ListingChanges {
  readonly created: number;
  readonly updated: number;
  /** Those of the updated ones whose fields change their order. */
  readonly reordered: number;
  /** Switched on. */
  readonly returned: number;
}
