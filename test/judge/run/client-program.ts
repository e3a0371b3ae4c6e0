import { HttpClient, type Answer, type Ask } from '../../support/http-client.js';
import { recording, type Recorder } from '../recorder.js';

/** Where an instance is reached. */
export interface Door {
  readonly name: string;
  readonly port: number;
}

/** One program of a client, which can ask each instance; all that it sends and hears is recorded. */
export class ClientProgram {
  private readonly clients: readonly HttpClient[];

  constructor(name: string, doors: readonly Door[], recorder: Recorder) {
    this.clients = doors.map(({ name: instance, port }) =>
      recording(new HttpClient(`http://127.0.0.1:${port}`), recorder, { client: name, instance }),
    );
  }

  /** How many instances there are. */
  get instances(): number {
    return this.clients.length;
  }

  /** @returns undefined when no answer came in time, or none at all */
  async ask(
    instance: number,
    path: string,
    ask: Ask,
    patienceMs: number,
  ): Promise<Answer | undefined> {
    const patience = new AbortController();
    const timer = setTimeout(() => {
      patience.abort();
    }, patienceMs);
    try {
      return await this.clients[instance % this.instances]?.send(path, {
        ...ask,
        signal: patience.signal,
      });
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}
