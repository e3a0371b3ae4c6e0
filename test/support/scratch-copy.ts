import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LONG = '**/*.long.spec.*';
const REPORTER = './test/support/runner/first-red-reporter.js';
/** A fault may make a case wait for what never comes; without a fault it takes a few seconds. */
const CASE_LIMITS = ['--testTimeout', '60000', '--hookTimeout', '60000'];
/** Most runs end within the first files, so what they cost is the start of their workers. Several copies fill the cores. */
const WORKERS = ['--maxWorkers', '1'];
/**
 * A fault may also keep a worker busy for ever, so that no timer of its own ends the case. Several times what the specs take
 * without a fault, in one worker of two that are busy.
 */
const PATIENCE_MS = { short: 40 * 60_000, long: 180 * 60_000 };

/** Which specs are run for a fault. */
export interface Trial {
  /** Parts of paths, as `SPECS_FIRST` takes them: these are begun first. */
  readonly first: readonly string[];
  /** Parts of paths: no others are run. All if left out. */
  readonly only?: readonly string[];
  /** The long specs, too. */
  readonly long?: boolean;
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

  /**
   * Runs the specs without a fault. Else a spec that is red anyhow, or a machine on which none runs, would look like one that
   * notices every fault.
   * @throws Error when one is red
   */
  async assertGreen(trial: Trial): Promise<void> {
    const red = await this.firstRed(trial);
    if (red) throw new Error(`without a fault, ${red.by} is red: ${red.why ?? ''}`);
  }

  async git(...words: string[]): Promise<string> {
    return (await run('git', words, { cwd: this.folder })).stdout;
  }

  /** Runs specs until one is red. @returns the first red case; undefined when all are green */
  async firstRed({ first, only = [], long = false }: Trial): Promise<Red | undefined> {
    const output = join(this.folder, '..', 'first-red.json');
    await rm(output, { force: true });
    const words = [
      ...['--no-warnings', '--import', './test/support/typescript-hooks.js'],
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--reporter', REPORTER],
      ...(long ? [] : CASE_LIMITS),
      ...WORKERS,
      ...(long ? [] : ['--exclude', LONG]),
      ...only,
    ];
    const patienceMs = long ? PATIENCE_MS.long : PATIENCE_MS.short;
    const variables = { SPECS_FIRST: first.join(), FIRST_RED_FILE: output };
    const code = await this.ended(words, variables, patienceMs);
    if (code === 0) return undefined;
    if (code === undefined) return { by: `no end after ${patienceMs / 60_000} minutes` };
    const text = await readFile(output, 'utf8').catch(() => undefined);
    if (text === undefined) return { by: 'an error outside of all cases' };
    return JSON.parse(text) as Red;
  }

  async remove(): Promise<void> {
    await run('git', ['worktree', 'remove', '--force', this.folder]);
    await rm(join(this.folder, '..'), { recursive: true, force: true });
  }

  /** @returns the exit code; undefined when it had to be killed */
  private async ended(
    words: readonly string[],
    variables: Readonly<Record<string, string>>,
    patienceMs: number,
  ): Promise<number | undefined> {
    const options = {
      cwd: this.folder,
      env: { ...process.env, ...variables },
      stdio: 'ignore',
      detached: true,
    } as const;
    const child = spawn(process.execPath, words, options);
    const timer = setTimeout(() => {
      // Its workers are in its group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, patienceMs);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    child.on('error', reject).on('exit', (code) => {
      resolve(code ?? undefined);
    });
    return promise.finally(() => {
      clearTimeout(timer);
    });
  }
}
