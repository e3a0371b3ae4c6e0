import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import type { ClientProgram } from './client-program.js';

const RETRY_DELAY_MS = 100;
const PATIENCE_MS = { least: 1_000, most: 25_000 };
/** No fault lasts as long. */
const GIVING_UP_MS = 180_000;
const CALLED_BACK = [408, 429];

/** A request of the admin API. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind `/admin/api/v1/`. */
  readonly path: string;
  readonly body?: object;
  /** True where the same request is executed once. */
  readonly once?: boolean;
  /** True to have an extension do it by `Shop`, under the same key. */
  readonly byExtension?: boolean;
}

/** An operator's program, which repeats each request until it is answered. */
export class Operator {
  constructor(
    private readonly program: ClientProgram,
    private readonly token: string,
    private readonly random: Random,
  ) {}

  /** @returns the answer, which may be a refusal @throws Error when there is none for long */
  async ask(request: AdminRequest): Promise<Answer> {
    const { method, path, body, once = false, byExtension = false } = request;
    const headers = {
      Authorization: `Bearer ${this.token}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(once && { 'Idempotency-Key': randomUUID() }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    };
    const ask = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const begun = performance.now();
    while (performance.now() - begun < GIVING_UP_MS) {
      const instance = this.program.draw(this.random);
      const patienceMs = this.random.between(PATIENCE_MS.least, PATIENCE_MS.most);
      const url = `/${byExtension ? 'acting' : 'admin'}/api/v1/${path}`;
      const answer = await this.program.ask(instance, url, ask, patienceMs);
      if (answer && answer.status < 500 && !CALLED_BACK.includes(answer.status)) return answer;
      await sleep(RETRY_DELAY_MS);
    }
    throw new Error(`${method} ${path} was not answered within ${GIVING_UP_MS / 1_000} s`);
  }

  /** @returns the body of the answer @throws Error for a refusal */
  async demand<T>(request: AdminRequest): Promise<T> {
    const { status, text, json } = await this.ask(request);
    if (status < 300) return json as T;
    throw new Error(`${request.method} ${request.path} was answered ${status}: ${text}`);
  }
}
