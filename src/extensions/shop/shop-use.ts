/** The methods of `Shop`, as an extension declares in `uses` which of them it calls. */
export const SHOP_USES = [
  'balance.deposit',
  'balance.adjust',
  'orders.accept',
  'orders.addCodes',
  'orders.askAgain',
  'orders.reject',
  'orders.reverse',
  'accounts.create',
  'accounts.set',
  'tokens.issue',
  'tokens.revoke',
  'operators.notify',
  'products.setPrice',
  'visibility.set',
  'visibility.clear',
] as const;

export type ShopUse = (typeof SHOP_USES)[number];
