import type { Answer } from './http-client.js';
import { until } from './until.js';

const UNAVAILABLE = 111;

/**
 * Sends a request again while the answer is 111, as every client must: a busy server may answer any request with 111,
 * and the client does not know then whether an order was placed.
 * @param ask sends the same request at each call, an order with the same `order_uuid`.
 */
export function settled(ask: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    const answer = await ask();
    return (answer.json as { code?: number }).code !== UNAVAILABLE && answer;
  });
}
