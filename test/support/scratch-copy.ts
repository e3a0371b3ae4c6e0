import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LONG = '**/*.long.spec.*';
/** A fault may make a spec wait for ever, or turn for ever. */
const PATIENCE_MS = 20 * 60_000;

/** Which specs are run for a fault. */
export interface Trial {
  /** Parts of paths, as `SPECS_FIRST` takes them: these are begun first. */
  readonly first: readonly string[];
  /** Parts of paths: no others are run. All if left out. */
  readonly only?: readonly string[];
  /** The long specs, too. */
  readonly long?: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What ended a run. */
export interface Red {
  /** The file and its case, or what else went wrong. */
  readonly by: string;
  /** The first line of its error. */
  readonly why?: string;
}

/** A copy of what is committed, in which faults are tried while the work tree is left alone. */
export class ScratchCopy {
  private constructor(readonly folder: string) {}

  static async make(): Promise<ScratchCopy> {
    const folder = join(await mkdtemp(join(tmpdir(), 'souk-copy-')), 'souk');
    await run('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD']);
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    return new ScratchCopy(folder);
  }

  async git(...words: string[]): Promise<string> {
    return (await run('git', words, { cwd: this.folder })).stdout;
  }

  /** Runs specs until one is red. @returns the first red case; undefined when all are green */
  async firstRed({ first, only = [], long = false }: Trial): Promise<Red | undefined> {
    const output = join(this.folder, '..', 'report.json');
    await rm(output, { force: true });
    const words = [
      ...['--no-warnings', '--import', './test/support/typescript-hooks.js'],
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--reporter', 'json'],
      ...['--outputFile', output, ...(long ? [] : ['--exclude', LONG]), ...only],
    ];
    const code = await this.ended(words, first.join());
    if (code === 0) return undefined;
    if (code === undefined) return { by: `no end after ${PATIENCE_MS / 60_000} minutes` };
    const text = await readFile(output, 'utf8').catch(() => undefined);
    if (text === undefined) return { by: 'the run cannot begin' };
    return this.redCase(JSON.parse(text) as Report);
  }

  async remove(): Promise<void> {
    await run('git', ['worktree', 'remove', '--force', this.folder]);
    await rm(join(this.folder, '..'), { recursive: true, force: true });
  }

  /** @returns the exit code; undefined when it had to be killed */
  private async ended(words: readonly string[], first: string): Promise<number | undefined> {
    const env = { ...process.env, SPECS_FIRST: first };
    const options = { cwd: this.folder, env, stdio: 'ignore', detached: true } as const;
    const child = spawn(process.execPath, words, options);
    const timer = setTimeout(() => {
      // Its workers are in its group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, PATIENCE_MS);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    child.on('error', reject).on('exit', (code) => {
      resolve(code ?? undefined);
    });
    return promise.finally(() => {
      clearTimeout(timer);
    });
  }

  private redCase({ testResults }: Report): Red {
    const file = (name: string): string => name.slice(this.folder.length + 1);
    for (const { name, assertionResults } of testResults) {
      const red = assertionResults.find(({ status }) => status === 'failed');
      if (red) {
        const [why = ''] = red.failureMessages;
        return { by: `${file(name)}: ${red.fullName}`, why: why.split('\n')[0] ?? '' };
      }
    }
    // Files that were not begun any more are failed as well, but without a message.
    const broken = testResults.find(({ status, message }) => status === 'failed' && message);
    if (!broken) return { by: 'an error outside of all cases' };
    return { by: file(broken.name), why: broken.message?.split('\n')[0] ?? '' };
  }
}
