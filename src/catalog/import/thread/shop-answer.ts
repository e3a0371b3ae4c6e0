/** The other shop gave no whole answer. */
export class ShopUnansweredError extends Error {
  override readonly name = 'ShopUnansweredError';
}

/** Asks another shop. The body, which is decompressed as it comes in, may break off. @throws ShopUnansweredError */
export async function shopAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly httpStatus: number; readonly body: AsyncIterable<Uint8Array> }> {
  try {
    // A redirect could take the token elsewhere.
    const { status, body } = await fetch(url, { headers, redirect: 'manual' });
    return { httpStatus: status, body: piecesOf(body as AsyncIterable<Uint8Array> | null) };
  } catch (error) {
    throw noAnswer(error);
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const piece of body ?? []) yield piece;
  } catch (error) {
    throw noAnswer(error);
  }
}

function noAnswer(error: unknown): ShopUnansweredError {
  return new ShopUnansweredError(reasonOf(error), { cause: error });
}

/** What lies behind a failed fetch. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
