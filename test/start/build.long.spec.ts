import { execFile } from 'node:child_process';
import {
  access,
  constants,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SETTINGS = ['nest-cli.json', 'package-lock.json', 'tsconfig.build.json', 'tsconfig.json'];
/**
 * In place of the compiler: records that it ran, waits until as many have started as the test wants at a time, and copies
 * the sources. Sources that say so fail to compile, after a part has been written.
 */
const COMPILER = `
  import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
  import { dirname, join } from 'node:path';
  appendFileSync('runs', 'x');
  const together = Number(readFileSync('together', 'utf8'));
  while (readFileSync('runs', 'utf8').length < together) await new Promise((go) => setTimeout(go, 5));
  const folder = dirname(process.argv[process.argv.indexOf('--path') + 1]);
  writeFileSync(join(folder, 'main.js'), 'half a bui');
  const source = readFileSync('src/main.ts', 'utf8');
  if (source.includes('does not compile')) process.exit(1);
  cpSync('src/main.ts', join(folder, 'main.js'));
  writeFileSync(join(folder, 'cli.js'), '');
  if (source.includes('edited meanwhile')) writeFileSync('src/main.ts', "console.log('later')");
`;

interface Ended {
  readonly out: string;
  readonly failed: boolean;
}

/** A checkout with the real build and npm scripts, and one source. */
class Checkout {
  private constructor(
    readonly folder: string,
    private readonly scripts: Readonly<Record<string, string>>,
  ) {}

  static async make(): Promise<Checkout> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-build-'));
    const text = await readFile(join(ROOT, 'package.json'), 'utf8');
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
    const checkout = new Checkout(folder, scripts);
    await cp(join(ROOT, 'build'), join(folder, 'build'), { recursive: true });
    await checkout.write('package.json', '{"type":"module"}');
    await checkout.write('node_modules/@nestjs/cli/bin/nest.js', COMPILER);
    for (const name of SETTINGS) await checkout.write(name, '{}');
    await checkout.write('together', '1');
    await checkout.write('src/main.ts', "console.log('first')");
    return checkout;
  }

  async write(name: string, content: string): Promise<void> {
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    await writeFile(join(this.folder, name), content);
  }

  /** `npm start`, without npm: the same commands with the same Node. */
  async start(): Promise<Ended> {
    const command = `${this.scripts.prestart ?? ''} && ${this.scripts.start ?? ''}`;
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const options = { cwd: this.folder, env: { PATH } };
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], options);
      return { out: stdout.trim(), failed: false };
    } catch (error) {
      return { out: (error as { stdout: string }).stdout.trim(), failed: true };
    }
  }

  /** How often the compiler has run. */
  async runs(): Promise<number> {
    return (await readFile(join(this.folder, 'runs'), 'utf8')).length;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

describe('a start from a checkout', () => {
  let checkout: Checkout;

  beforeEach(async () => {
    checkout = await Checkout.make();
    expect(await checkout.start()).toEqual({ out: 'first', failed: false });
  });

  afterEach(async () => {
    expect((await readdir(checkout.folder)).filter((name) => name.startsWith('.dist'))).toEqual([]);
    await checkout.remove();
  });

  it('does not build again what has been built, whatever the times of the files say', async () => {
    await utimes(join(checkout.folder, 'src/main.ts'), new Date(), new Date());
    await checkout.write('src/main.spec.ts', 'No part of the program.');
    expect(await checkout.start()).toEqual({ out: 'first', failed: false });
    expect(await checkout.runs()).toBe(1);
  });

  it('leaves a command line that npx can run', async () => {
    await expect(access(join(checkout.folder, 'dist/cli.js'), constants.X_OK)).resolves.toBe(
      undefined,
    );
  });

  it.each([...SETTINGS, 'src/more/another.ts'])(
    'builds again when %s has changed',
    async (name) => {
      await checkout.write(name, '{ }');
      await checkout.start();
      expect(await checkout.runs()).toBe(2);
    },
  );

  it('builds again when a source was renamed, or dist/ was deleted', async () => {
    await checkout.write('src/one.ts', '');
    await checkout.start();
    await rm(join(checkout.folder, 'src/one.ts'));
    await checkout.write('src/two.ts', '');
    await checkout.start();
    await rm(join(checkout.folder, 'dist'), { recursive: true });
    expect(await checkout.start()).toEqual({ out: 'first', failed: false });
    expect(await checkout.runs()).toBe(4);
  });

  it('leaves nothing behind of what the last build had and this one has not', async () => {
    await checkout.write('dist/removed.js', '');
    await checkout.write('src/main.ts', "console.log('second')");
    expect(await checkout.start()).toEqual({ out: 'second', failed: false });
    expect((await readdir(join(checkout.folder, 'dist'))).sort()).toEqual([
      '.built-from',
      'cli.js',
      'main.js',
    ]);
  });

  it('keeps the last build when the compiler fails, and builds at the next start', async () => {
    await checkout.write('src/main.ts', 'does not compile');
    expect(await checkout.start()).toEqual({ out: '', failed: true });
    expect(await readFile(join(checkout.folder, 'dist/main.js'), 'utf8')).toContain('first');
    expect((await checkout.start()).failed).toBe(true);
    expect(await checkout.runs()).toBe(3);
  });

  it('does not remember a build whose sources were edited while it ran', async () => {
    await checkout.write('src/main.ts', "console.log('edited meanwhile')");
    expect(await checkout.start()).toEqual({ out: 'edited meanwhile', failed: false });
    expect(await checkout.start()).toEqual({ out: 'later', failed: false });
    expect(await checkout.runs()).toBe(3);
  });

  it('works beside another one, in a fresh clone and after a change', async () => {
    await rm(join(checkout.folder, 'dist'), { recursive: true });
    // Each compiler goes on when all three have begun.
    await checkout.write('together', '4');
    const fresh = await Promise.all([checkout.start(), checkout.start(), checkout.start()]);
    expect(fresh).toEqual(fresh.map(() => ({ out: 'first', failed: false })));
    await checkout.write('src/main.ts', "console.log('second')");
    await checkout.write('together', '7');
    const changed = await Promise.all([checkout.start(), checkout.start(), checkout.start()]);
    expect(changed).toEqual(changed.map(() => ({ out: 'second', failed: false })));
    expect(await checkout.runs()).toBe(7);
  });
});
