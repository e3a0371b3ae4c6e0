import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port.js';
import { SOURCES } from './server-process.js';

/** A server that has started for the first time. */
export interface FirstStart {
  readonly baseUrl: string;
  /** What it has printed for a newcomer: the token of the demo shop, and the link of the first operator. */
  readonly token: string;
  readonly link: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

const TOKEN = /^api-token: (\S+)$/;
const LINK = /^ +(http\S+\/console\/link\/\S+)$/;

/**
 * Starts the server as `npm start` does in a fresh clone: on an embedded database of its own, with the demo shop.
 * @throws Error if it ends without having printed both
 */
export async function startFirst(): Promise<FirstStart> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-first-start-'));
  const port = String(await freePort());
  const server = spawn(process.execPath, [...SOURCES.args], {
    cwd: SOURCES.folder,
    env: { PATH: process.env.PATH, PORT: port, SOUK_DATA_DIR: dataDir, SHUTDOWN_DELAY: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(server.stderr);
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  };
  let [token, link]: (string | undefined)[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    token ??= TOKEN.exec(line)?.[1];
    link ??= LINK.exec(line)?.[1];
    if (token === undefined || link === undefined) continue;
    server.stdout.resume();
    return { baseUrl: `http://127.0.0.1:${port}`, token, link, stop };
  }
  await stop();
  throw new Error(`the server ended before it printed token and link: ${await said}`);
}
