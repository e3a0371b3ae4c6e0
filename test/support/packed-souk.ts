import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onceInRun } from './once-in-run.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** What a TypeScript package of a user installs besides Souk, and where it is here. */
const TOOLS = [
  ['typescript', 'typescript-native'],
  ['@types/node', '@types/node'],
] as const;

/** Where all processes of a user keep what V8 has made of the modules that they load. */
const COMPILED = join(ROOT, 'node_modules/.cache/souk-compiled');
/** What npm has printed about the package, beside it. */
const PRINTED = 'packed.json';

interface PackedFile {
  readonly path: string;
}

/** The package as `npm pack` makes it. */
export class PackedSouk {
  private constructor(
    private readonly folder: string,
    /** The paths of all files in the package. */
    readonly files: readonly string[],
    private readonly tarball: string,
  ) {}

  /** Builds and packs the checkout, once in a run of specs; each caller has a temporary folder of its own. */
  static async pack(): Promise<PackedSouk> {
    await buildDist();
    const packing = await onceInRun('souk-packed', npmPack);
    const text = await readFile(join(packing, PRINTED), 'utf8');
    const [packed] = Object.values(
      JSON.parse(text) as Record<string, { filename: string; files: PackedFile[] }>,
    );
    if (!packed) throw new Error(`npm pack printed ${text}`);
    const folder = await mkdtemp(join(tmpdir(), 'souk-packed-'));
    const files = packed.files.map(({ path }) => path);
    return new PackedSouk(folder, files, join(packing, packed.filename));
  }

  /** A folder beside the package, where packages of users can stand. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /**
   * Does what `npm install souk-….tgz` does in a folder, without a network: unpacks the package, and links the packages
   * on which it depends in production.
   */
  async installIn(folder: string): Promise<void> {
    const souk = join(folder, 'node_modules/souk');
    await mkdir(souk, { recursive: true });
    await run('tar', ['-xzf', this.tarball, '-C', souk, '--strip-components=1']);
    const production = (await productionPackages()).map((name) => [name, name] as const);
    for (const [name, here] of [...production, ...TOOLS]) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(ROOT, 'node_modules', here), link);
    }
  }

  /** A compiled copy of an example outside of the checkout, with the package as its dependency. @returns its folder */
  async withExample(name: string): Promise<string> {
    const folder = this.path(name);
    const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path);
    await cp(join(ROOT, 'examples', name), folder, { recursive: true, filter: isSource });
    await this.installIn(folder);
    await compile(folder);
    return folder;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Builds dist/ unless it is there. */
export async function buildDist(): Promise<void> {
  await onceInRun('dist-built', async () => {
    await run(process.execPath, ['build/build.js'], { cwd: ROOT });
  });
}

async function npmPack(folder: string): Promise<void> {
  // Without scripts, as the build was just made and npm would mix its output into the list.
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', words, { cwd: ROOT });
  await writeFile(join(folder, PRINTED), stdout);
}

/** The installed packages that npm would install for a user of the package, too. */
async function productionPackages(): Promise<string[]> {
  const lock = JSON.parse(
    await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };
  return Object.entries(lock.packages)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => !name.includes('node_modules/'));
}

/**
 * Runs Node in a folder of a user, without the environment of this test.
 * @returns what it has written to standard output. @throws Error with that, when it fails
 */
export async function runNode(
  folder: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, ...settings };
  try {
    return (await run(process.execPath, words, { cwd: folder, env })).stdout;
  } catch (error) {
    const { message, stdout } = error as { message: string; stdout: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}

/** Compiles the package in a folder as `npx tsc` does. */
export async function compile(folder: string): Promise<void> {
  await runNode(folder, ['node_modules/typescript/bin/tsc']);
}
