import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../support/end-process.js';
import { freePort } from '../support/free-port.js';
import { HttpClient } from '../support/http-client.js';
import { until } from '../support/until.js';
import { FRONTS, type FrontName, type ProxyProgram } from './proxies.js';

const FOLDER = fileURLToPath(new URL('../../deploy/proxy/', import.meta.url));

const PROBE_INTERVAL_MS = 100;

/** One of the shipped examples in front of instances of Souk. */
export class ProxyProcess {
  private said = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly baseUrl: string,
  ) {
    process.once('exit', () => child.kill());
    child.stderr?.on('data', (chunk: Buffer) => (this.said += String(chunk)));
  }

  /**
   * Resolves when it listens.
   * @param program its path
   * @param ports of the two instances
   * @param edit what is different for this test, such as a shorter time
   * @throws Error with what the program says about a configuration that it refuses
   */
  static async start(
    name: FrontName,
    program: string,
    ports: readonly [number, number],
    edit: (text: string) => string = (text) => text,
  ): Promise<ProxyProcess> {
    const { file, adapt, check, run }: ProxyProgram = FRONTS[name];
    const folder = await mkdtemp(join(tmpdir(), 'souk-proxy-'));
    const path = join(folder, basename(file));
    const [port, innerPort] = [await freePort(), await freePort()];
    const example = await readFile(join(FOLDER, file), 'utf8');
    const adapted = edit(adapt(example, { port, innerPort, folder }))
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
      .replaceAll('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
      .replaceAll('127.0.0.1:3009', `127.0.0.1:${innerPort}`);
    await writeFile(path, adapted);
    await accepted(program, check(path), folder);
    const proxy = new ProxyProcess(
      start(program, run(path), folder),
      folder,
      `http://127.0.0.1:${port}`,
    );
    await proxy.untilReady();
    return proxy;
  }

  stop(): Promise<void> {
    return endProcess(this.child, this.folder);
  }

  /** It passes requests on when its first checks of the instances have succeeded. */
  private async untilReady(): Promise<void> {
    const client = new HttpClient(this.baseUrl);
    await until(async () => {
      if (this.child.exitCode !== null) throw new Error(`the proxy ended: ${this.said}`);
      const answer = await client.send('/client/api/ping').catch(() => undefined);
      if (answer?.status === 200) return true;
      // The examples limit the requests of one address.
      await wait(PROBE_INTERVAL_MS);
      return false;
    });
    client.close();
  }
}

async function accepted(program: string, words: readonly string[], folder: string): Promise<void> {
  const child = start(program, words, folder);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} refuses its configuration: ${said}`);
}

function start(program: string, words: readonly string[], folder: string): ChildProcess {
  // Caddy keeps its state in the home folder.
  const env = { PATH: process.env.PATH, HOME: folder };
  return spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
}
