/** What rules are about, by the names of the admin API. */
export type RuleTarget =
  | { readonly category_id: number; readonly product_id?: never }
  | { readonly product_id: number; readonly category_id?: never };

/** The page of a category or product, below the home page. @param target may have null for what it is not about */
export function pageOfTarget({ category_id: category, product_id: product }: TargetIds): string {
  return `catalog/${product ? `products/${product}` : `categories/${category}`}`;
}

interface TargetIds {
  readonly category_id?: number | null;
  readonly product_id?: number | null;
}
