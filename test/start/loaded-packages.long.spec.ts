import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, directUrlOf, type TestDatabase } from '../support/test-database.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Writes the names of the packages and of the modules of src/ from which something was loaded as a line. */
const PRELOAD = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)|(src\\/[^/]+)\\//.exec(url);
      if (name) loaded.add(name[1] ?? name[2]);
      return next(url, context);
    },
  });
  process.on('exit', () => process.stdout.write('\\n' + JSON.stringify([...loaded]) + '\\n'));
`;
const OPTIONS = [
  '--no-warnings',
  ...['./test/support/typescript-hooks.js', dataUrl(PRELOAD)].flatMap((url) => ['--import', url]),
];
const HTTP = ['@nestjs/swagger', '@nestjs/platform-express', 'express', 'helmet', 'prom-client'];

describe('a command loads only what it needs', () => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await createTestDatabase();
  });

  afterAll(() => db.drop());

  /** What the server loads until it has answered a request and stopped. */
  async function loadedByServer(settings: Record<string, string>): Promise<string[]> {
    const child = spawn(process.execPath, [...OPTIONS, 'src/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        SHUTDOWN_DELAY: '0',
        DATABASE_URL: db.url,
        DATABASE_DIRECT_URL: directUrlOf(db.url),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      // What is logged last comes after it.
      if (line.startsWith('[')) return JSON.parse(line) as string[];
      const [, port] = /"listening":\{.*?"port":(\d+)/.exec(line) ?? [];
      if (port === undefined) continue;
      await fetch(`http://127.0.0.1:${port}/client/api/profile`);
      child.kill();
    }
    throw new Error('the server has not said what it loaded');
  }

  /** What `souk` loads for these words. */
  async function loadedBy(...words: string[]): Promise<string[]> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...OPTIONS, 'src/cli.ts', ...words],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: db.url,
          DATABASE_DIRECT_URL: directUrlOf(db.url),
        },
      },
    );
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n['))) as string[];
  }

  it.each([['--help'], ['secret-key'], ['help']])('souk %s: no framework', async (...words) => {
    const loaded = await loadedBy(...words);
    expect(loaded).toEqual(expect.arrayContaining(['commander', 'src/upkeep']));
    for (const name of ['@nestjs/common', '@nestjs/core', 'typeorm', 'pg', 'rxjs', ...HTTP]) {
      expect(loaded).not.toContain(name);
    }
  });

  it('souk account list: no other module of the shop, and nothing of HTTP', async () => {
    const loaded = await loadedBy('account', 'list');
    expect(loaded).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm', 'src/account']));
    for (const name of ['src/catalog', 'src/orders', 'src/fulfillment', ...HTTP]) {
      expect(loaded).not.toContain(name);
    }
  });

  it('souk order list: nothing of HTTP but what is measured', async () => {
    const loaded = await loadedBy('order', 'list');
    expect(loaded).toEqual(expect.arrayContaining(['src/orders', 'src/fulfillment']));
    for (const name of HTTP.filter((http) => http !== 'prom-client')) {
      expect(loaded).not.toContain(name);
    }
  });

  it('the server: nothing of OpenTelemetry, unless traces are wanted', async () => {
    const without = await loadedByServer({});
    const wanted = await loadedByServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });

    expect(without).toEqual(expect.arrayContaining(['express', 'src/orders']));
    expect(tracingPackages(without)).toEqual([]);
    expect(tracingPackages(wanted)).toContain('@opentelemetry/sdk-trace');
  });
});

/** Those of OpenTelemetry, but for the one that prom-client loads by itself. */
function tracingPackages(loaded: readonly string[]): string[] {
  return loaded.filter((name) => /^@opentelemetry\/(?!api$)/.test(name));
}

function dataUrl(program: string): string {
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
