/** USD: accounts that can spend less are shown unless another amount is asked for. */
export const LOW_BALANCE = '10';
