import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AttackName, FiguresOf, OptionsOf } from './attacks/table.js';

const PROGRAM = new URL('attacks/attack.worker.ts', import.meta.url);

interface Message<Figures> {
  readonly news?: unknown;
  readonly figures?: Figures;
}

/** An attack at work in a thread of its own. */
export class Attacker<Name extends AttackName> {
  /** What the attack found out, once it is over. */
  readonly figures: Promise<FiguresOf<Name>>;
  private readonly told: unknown[] = [];
  private hear: () => void = () => undefined;

  private constructor(private readonly worker: Worker) {
    const { promise, resolve, reject } = Promise.withResolvers<FiguresOf<Name>>();
    this.figures = promise;
    // Whoever never asks for the figures is not ended by a thread that failed.
    promise.catch(() => undefined);
    worker.on('error', reject);
    worker.on('message', (message: Message<FiguresOf<Name>>) => {
      if (message.figures !== undefined) resolve(message.figures);
      else this.told.push(message.news);
      this.hear();
    });
  }

  static async start<Name extends AttackName>(
    name: Name,
    port: number,
    options: OptionsOf<Name>,
  ): Promise<Attacker<Name>> {
    const worker = new Worker(PROGRAM, { workerData: { name, port, options } });
    const attacker = new Attacker<Name>(worker);
    await once(worker, 'online');
    return attacker;
  }

  /** What the attack told so far. */
  get news(): readonly unknown[] {
    return this.told;
  }

  /** Resolves when the attack has told so many things. */
  async heard(count: number): Promise<readonly unknown[]> {
    while (this.told.length < count) {
      await Promise.race([new Promise<void>((hear) => (this.hear = hear)), this.figures]);
    }
    return this.told;
  }

  /** Ends the attack, and its connections with it. */
  async stop(): Promise<FiguresOf<Name>> {
    this.worker.postMessage('stop');
    const figures = await this.figures;
    await this.worker.terminate();
    return figures;
  }
}
