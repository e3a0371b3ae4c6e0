import { OutgoingClient, reasonOf } from '../../../outgoing/outgoing.client.js';
import type { ShopRequest } from './reading-messages.js';
import { ShopUnansweredError } from './shop-unanswered-error.js';

/** Sends a request to another shop. The body is decompressed while it arrives. @throws ShopUnansweredError, also from the body */
export async function shopAnswer({ url, headers, addresses }: ShopRequest): Promise<{
  readonly httpStatus: number;
  readonly body: AsyncIterable<Uint8Array>;
}> {
  try {
    const outgoing = new OutgoingClient({ addressesOf: () => Promise.resolve(addresses) });
    const { head, body } = await outgoing.get(url, headers);
    return { httpStatus: head.statusCode ?? 0, body: piecesOf(body) };
  } catch (error) {
    throw noAnswer(error);
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const piece of body) yield piece;
  } catch (error) {
    throw noAnswer(error);
  }
}

function noAnswer(error: unknown): ShopUnansweredError {
  return new ShopUnansweredError(reasonOf(error), { cause: error });
}
