import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import { ENCODINGS } from '../reader.js';
import { PROBE, ROUTES } from './answers.js';
import type { Market, Reader } from './market.js';
import type { Observer } from './observer.js';

/** Between an answer and the next request of a client that waits for a change. */
const PROBE_INTERVAL_MS = 4;
const BOTS = 16;

/** Bots of several audiences that poll all instances, and pass every answer to the observer. */
export class Bots {
  /** Answers to bots, without those to clients that only wait for a change. */
  reads = 0;
  private over = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly market: Market,
    /** Of clients that only wait for a change. */
    private readonly instances: readonly HttpClient[],
    /** Of bots, whose answers are recorded. */
    private readonly recorded: readonly HttpClient[],
    private readonly observer: Observer,
  ) {}

  /** @param rate of all bots together, a second. */
  start(random: Random, rate: number): void {
    const bots = Array.from({ length: BOTS }, () => this.bot(random.fork(), (BOTS * 1000) / rate));
    const probes = this.instances.map((_, instance) => this.probe(instance, random.fork()));
    this.running = Promise.all([...bots, ...probes]);
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.running;
  }

  /** Polls one route after the other, each time with the tag of the answer that it has. */
  private async bot(random: Random, pause: number): Promise<void> {
    const known = new Map<string, { readonly tag: string | undefined; readonly text: string }>();
    await sleep(random.next() * pause);
    for (let next = performance.now(); !this.over; next += pause) {
      await sleep(Math.max(0, next - performance.now()));
      const instance = random.between(0, this.instances.length - 1);
      const [reader, route] = [random.pick(this.market.readers), random.pick(ROUTES)];
      const encoding = random.pick(ENCODINGS);
      const name = `${reader.id} ${route}`;
      const before = known.get(name);
      const answer = await this.ask(this.recorded[instance], reader, route, {
        'Accept-Encoding': encoding,
        ...(before?.tag !== undefined && { 'If-None-Match': before.tag }),
      });
      if (!answer) continue;
      const text = answer.status === 304 && before ? before.text : answer.text;
      known.set(name, { tag: answer.headers.etag, text });
      this.reads += 1;
      const { begun, ended } = answer;
      this.observer.see(instance, reader, route, { begun, ended, text });
    }
  }

  private async probe(instance: number, random: Random): Promise<void> {
    while (!this.over) {
      const reader = random.pick(this.market.readers);
      const answer = await this.ask(this.instances[instance], reader, PROBE);
      if (answer) this.observer.see(instance, reader, PROBE, answer);
      await sleep(PROBE_INTERVAL_MS);
    }
  }

  /** Undefined when the connection broke, which no disturbance excuses. */
  private async ask(
    instance: HttpClient | undefined,
    reader: Reader,
    route: string,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    try {
      const ask = { token: reader.token, headers };
      return await instance?.send(`/client/api/${route}`, ask);
    } catch (error) {
      this.observer.faults.add('no answer', `${route}: ${String(error)}`);
      return undefined;
    }
  }
}
