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

/** What a check has thrown, if it is a refusal. An object whose properties cannot be read is none. */
export function refusalOf(error: unknown): { code: unknown; message: unknown } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    const { name, code, message } = error as Partial<Record<string, unknown>>;
    return name === 'OrderRefusedError' ? { code, message } : undefined;
  } catch {
    return undefined;
  }
}
