/** Orders of these accounts do not pass the check; those of all others do. */
const CHECKS = {
  Hangs: () => new Promise(() => undefined),
  Throws: () => Promise.reject(new Error('no')),
  Refused: () =>
    Promise.reject(Object.assign(new Error(''), { name: 'OrderRefusedError', code: 601 })),
  'Ends it': (manager) => manager.query('ROLLBACK'),
};

/** An extension whose check concerns every order, and goes wrong for some accounts. */
export const extension = {
  name: 'siege',
  souk: '*',
  errors: [{ code: 601, message: 'Not for this account.', httpStatus: 409 }],
  ports: () => ({
    checks: [
      {
        name: 'hostile',
        concerns: () => true,
        check: async (manager, order, { name }) => CHECKS[name]?.(manager),
      },
    ],
  }),
};
