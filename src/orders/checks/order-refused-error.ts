/**
 * Thrown by a check to refuse an order, with a code that its extension declares. It is recognized by its name, since an
 * extension may import another copy of the package.
 */
export class OrderRefusedError extends Error {
  override readonly name = 'OrderRefusedError';

  /** @param message for the caller; by default the declared one. It must not contain secrets. */
  constructor(
    readonly code: number,
    message?: string,
  ) {
    super(message ?? '');
  }
}

/** What a check has thrown, if it is a refusal. */
export function refusalOf(error: unknown): { code: unknown; message: unknown } | undefined {
  if (typeof error !== 'object' || error === null || !('name' in error)) return undefined;
  if (error.name !== 'OrderRefusedError') return undefined;
  return { code: 'code' in error && error.code, message: 'message' in error && error.message };
}
