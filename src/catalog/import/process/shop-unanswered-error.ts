/** The other shop gave no complete answer. */
export class ShopUnansweredError extends Error {
  override readonly name = 'ShopUnansweredError';
}
