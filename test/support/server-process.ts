import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** As pino counts levels. */
const ERROR_LEVEL = 50;

/** What a server process runs. */
export interface ServerProgram {
  readonly folder: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
}

/** The server, run from its TypeScript sources. */
export const SOURCES: ServerProgram = {
  folder: fileURLToPath(new URL('../../', import.meta.url)),
  args: ['--no-warnings', '--import', './test/support/typescript-hooks.js', 'src/main.ts'],
};

/** Shortens the intervals of half a minute, at which a server looks after its suppliers and its nightly backup. */
const EARLIER = `
  const { setInterval } = globalThis;
  globalThis.setInterval = (work, ms, ...more) => setInterval(work, ms === 30_000 ? 50 : ms, ...more);
`;

/** The server, which need not be waited for. */
export const HURRIED: ServerProgram = {
  ...SOURCES,
  args: ['--import', `data:text/javascript,${encodeURIComponent(EARLIER)}`, ...SOURCES.args],
};

/** The process has ended before it listened. */
export class EndedBeforeListening extends Error {
  constructor(
    /** Null when a signal ended it. */
    readonly code: number | null,
    said: string,
  ) {
    super(`the server ended (${code ?? 'by a signal'}) before it listened: ${said}`);
  }
}

/** The server as a process of its own. */
export class ServerProcess {
  /** Resolves to the exit code when it has ended, or to null when a signal ended it. */
  readonly ended: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
    ended: Promise<unknown[]>,
    /** What it has written to standard error, when that has ended. */
    readonly said: Promise<string>,
  ) {
    this.ended = ended.then(([code]) => code as number | null);
  }

  /**
   * Resolves when it listens.
   * @param settings environment variables, as a user would set them.
   * @param program the sources when left out.
   * @param onErrorLine called with each line of the log at level error.
   * @throws EndedBeforeListening
   */
  static async start(
    settings: Record<string, string>,
    { folder, args }: ServerProgram = SOURCES,
    onErrorLine?: (line: string) => void,
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, [...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOST: '127.0.0.1',
        SHUTDOWN_DELAY: '1',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = text(child.stderr);
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const { listening } = entryOf(line);
      if (!listening) continue;
      if (onErrorLine) reportErrors(child.stdout, onErrorLine);
      else child.stdout.resume();
      return new ServerProcess(child, `http://127.0.0.1:${listening.port}`, ended, said);
    }
    throw new EndedBeforeListening(((await ended) as [number | null])[0], await said);
  }

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** @returns the exit code, or null when the signal ended it. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** An entry of the log. */
interface LogEntry {
  readonly level?: number;
  readonly listening?: { readonly port: number };
}

function reportErrors(log: Readable, onErrorLine: (line: string) => void): void {
  createInterface({ input: log }).on('line', (line) => {
    if ((entryOf(line).level ?? 0) >= ERROR_LEVEL) onErrorLine(line);
  });
}

function entryOf(line: string): LogEntry {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    // The welcome of a first start is no JSON.
    return {};
  }
}
