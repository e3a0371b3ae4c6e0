import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The server as a process of its own, from the sources. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
  ) {}

  /** Resolves when it listens; fails with what it said otherwise. @param settings environment variables, as a user would set them. */
  static async start(settings: Record<string, string>): Promise<ServerProcess> {
    const child = spawn(
      process.execPath,
      ['--no-warnings', '--import', './test/support/typescript-hooks.js', 'src/main.ts'],
      {
        cwd: ROOT,
        env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const said = text(child.stderr);
    for await (const line of createInterface({ input: child.stdout })) {
      const { listening } = entryOf(line);
      if (!listening) continue;
      child.stdout.resume();
      return new ServerProcess(child, `http://127.0.0.1:${listening.port}`);
    }
    throw new Error(`the server ended before it listened: ${await said}`);
  }

  /** @returns the exit code, or null when the signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await exit)[0];
  }
}

function entryOf(line: string): { listening?: { port: number } } {
  try {
    return JSON.parse(line) as { listening?: { port: number } };
  } catch {
    // The welcome of a first start is no JSON.
    return {};
  }
}
