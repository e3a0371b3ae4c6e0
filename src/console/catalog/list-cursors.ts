/** The parameters that hold the places in the lists of one page. */
export const CURSORS = {
  categories: 'categories',
  products: 'products',
  visibility: 'visibility',
  prices: 'prices',
} as const;

export type ListName = keyof typeof CURSORS;
