import { HttpClient, type Answer, type Ask } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import { recording, type Recorder } from '../recorder.js';

/** Where an instance is reached. */
export interface Door {
  readonly name: string;
  readonly port: number;
}

/** How long a client rather asks another instance than one that has not answered. */
const AVOIDED_MS = 1_000;
const STILL_ASKED = 0.3;

/** One program of a client, which can ask each instance; all that it sends and hears is recorded. */
export class ClientProgram {
  private readonly clients: readonly HttpClient[];
  /** By instance: when it last did not answer. */
  private readonly failedAt: number[] = [];

  constructor(name: string, doors: readonly Door[], recorder: Recorder) {
    this.clients = doors.map(({ name: instance, port }) =>
      recording(new HttpClient(`http://127.0.0.1:${port}`), recorder, { client: name, instance }),
    );
  }

  /** How many instances there are. */
  get instances(): number {
    return this.clients.length;
  }

  /** Any instance, but seldom one that has just not answered. */
  draw(random: Random): number {
    const instance = random.between(0, this.instances - 1);
    const failedMs = performance.now() - (this.failedAt[instance] ?? -Infinity);
    const isAvoided = failedMs < AVOIDED_MS && !random.chance(STILL_ASKED);
    return isAvoided ? (instance + 1) % this.instances : instance;
  }

  /** @returns undefined when no answer came in time, or none at all */
  async ask(
    asked: number,
    path: string,
    ask: Ask,
    patienceMs: number,
  ): Promise<Answer | undefined> {
    const instance = asked % this.instances;
    const patience = new AbortController();
    const timer = setTimeout(() => {
      patience.abort();
    }, patienceMs);
    try {
      return await this.clients[instance]?.send(path, {
        ...ask,
        signal: patience.signal,
      });
    } catch {
      this.failedAt[instance] = performance.now();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}
