import { UnusualChangesError } from '../../src/catalog/unusual/unusual.js';

/** Makes a change as an operator does who accepts what is unusual. */
export async function acceptingUnusual<T>(
  change: (accepted: { readonly acceptUnusual?: number }) => Promise<T>,
): Promise<T> {
  try {
    return await change({});
  } catch (error) {
    if (!(error instanceof UnusualChangesError)) throw error;
    return change({ acceptUnusual: error.unusual.count });
  }
}
