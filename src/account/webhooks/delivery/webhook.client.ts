import type { IncomingMessage } from 'node:http';
import { OutgoingClient, reasonOf } from '../../../outgoing/outgoing.client.js';
import type { SsrfGuard } from '../../../outgoing/ssrf-guard.js';

/** The receiver did not answer, or was not allowed. The message says why, without the path of the URL. */
export class WebhookUnansweredError extends Error {
  override readonly name = 'WebhookUnansweredError';
}

const TIMEOUT_MS = 15_000;
/** The part of an answer that is received, and ignored. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Posts to receivers that the guard allows, over a new connection each. */
export class WebhookClient {
  private readonly outgoing: OutgoingClient;

  /** @param timeoutMs for the whole attempt */
  constructor(
    guard: SsrfGuard,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.outgoing = new OutgoingClient(guard);
  }

  /** Does not follow redirects. @returns the HTTP status of the answer @throws WebhookUnansweredError */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<number> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      const answer = await this.outgoing.send(url, { method: 'POST', headers, body, signal });
      await drain(answer);
      return answer.statusCode ?? 0;
    } catch (error) {
      const late = `no answer within ${this.timeoutMs / 1000} seconds`;
      throw new WebhookUnansweredError(signal.aborted ? late : reasonOf(error), { cause: error });
    }
  }
}

/** Receives the answer up to a limit: closing the connection at once would abort some receivers. */
async function drain(response: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status is known; the rest is not needed.
  }
  response.destroy();
}
