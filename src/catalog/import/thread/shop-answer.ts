/** The other shop gave no complete answer. */
export class ShopUnansweredError extends Error {
  override readonly name = 'ShopUnansweredError';
}

/** Sends a request to another shop. The body is decompressed while it arrives. @throws ShopUnansweredError, also from the body */
export async function shopAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly httpStatus: number; readonly body: AsyncIterable<Uint8Array> }> {
  try {
    // A redirect could send the token to another server.
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

/** The cause of a failed fetch. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
