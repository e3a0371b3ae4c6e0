import type { Answer } from './http-client.js';
import { until } from './until.js';

const UNAVAILABLE = 111;

/**
 * Asks again while the answer is 111, as a client has to: a shop that is busy may answer it to any request, and nothing
 * is known of the order then.
 * @param ask sends the same request each time, an order under the same `order_uuid`.
 */
export function settled(ask: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    const answer = await ask();
    return (answer.json as { code?: number }).code !== UNAVAILABLE && answer;
  });
}
