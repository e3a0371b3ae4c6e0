/** An id that no product has. */
const OTHER_PRODUCT = 2_000_000_000;

/**
 * An extension for `npm run bench:orders -- --with bench/unconcerned-extension.js`: its check, handler and listener
 * concern another product than the one that is ordered.
 */
export const extension = {
  name: 'bench',
  souk: '*',
  errors: [{ code: 600, message: 'Not for this account.', httpStatus: 422 }],
  ports: () => ({
    handlers: [{ code: 'bench-other', checkSettings: () => undefined }],
    checks: [
      {
        name: 'other-product',
        concerns: ({ productId }) => productId === OTHER_PRODUCT,
        check: () => Promise.resolve(),
      },
    ],
    listeners: [
      {
        name: 'other-orders',
        events: ['order.placed', 'order.accepted', 'order.rejected'],
        concerns: ({ data }) => data.productId === OTHER_PRODUCT,
        handle: () => Promise.resolve(),
      },
    ],
  }),
};
