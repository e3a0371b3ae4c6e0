import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommandContext, OpenShop } from '../../src/commands/context/command-context.js';
import { EXIT_FAILED, runCommand } from '../../src/commands/command-line.js';
import type { CommandGroup } from '../../src/commands/command-groups.js';
import { extensionGroups } from '../../src/commands/extension-groups.js';
import type { LoadedExtension } from '../../src/extensions/extension.js';
import { operationsOf } from '../../src/extensions/doors/declared-operations.js';
import { ShopExtensions, type ShopExtension } from '../../src/upkeep/extensions/shop-extensions.js';
import { Terminal, type TerminalStreams } from '../../src/commands/context/terminal.js';
import { failureSentence } from '../../src/start/failure-sentence.js';
import { openShop } from '../../src/start/open-shop.js';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { directUrlOf, type TestDatabase } from './test-database.js';
import type { TestShop } from './test-shop.js';

type WithShop = CommandContext['withShop'];

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Where a command works: with the services of a running shop, or as the program does, which opens the shop of a
 * database's address or of several environment variables. The first takes some milliseconds, the second half a second.
 */
export type CommandTarget = Pick<TestShop, 'service'> | string | Record<string, string>;

/** Runs `souk` in this process. */
export function souk(target: CommandTarget, ...words: string[]): Promise<CommandResult> {
  return soukWithInput('', target, ...words);
}

/** The same, with a text on standard input. */
export function soukWithInput(
  input: string,
  target: CommandTarget,
  ...words: string[]
): Promise<CommandResult> {
  if (isShop(target)) {
    const shop: OpenShop = { get: (type) => target.service(type), steps: [], embedded: false };
    return captured(input, (streams) => runWith(words, streams, (work) => work(shop)));
  }
  const settings = typeof target === 'string' ? { DATABASE_URL: target } : target;
  const environment = withDirectUrl(settings);
  return captured(input, (streams) => runCommandLine(words, () => environment, streams));
}

function isShop(target: CommandTarget): target is Pick<TestShop, 'service'> {
  return typeof target === 'object' && typeof target.service === 'function';
}

/**
 * Runs `souk` as a program would that has loaded the extensions.
 * @param db a database that their migrations have prepared.
 */
export function soukWith(
  extensions: readonly (ShopExtension & Parameters<typeof extensionGroups>[0][number])[],
  db: Pick<TestDatabase, 'url' | 'directUrl'>,
  ...words: string[]
): Promise<CommandResult> {
  const environment = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
  return captured('', (streams) => {
    const withShop: WithShop = (work, options) => {
      const extended = (shop: OpenShop): Promise<void> => {
        shop.get(ShopExtensions).use(extensions);
        return work(shop);
      };
      return openShop(environment, extended, () => undefined, options);
    };
    return runWith(words, streams, withShop, extensionGroups(extensions));
  });
}

/** Runs a command of extensions with the services of a running shop, which has them as well. */
export function soukInside(
  shop: Pick<TestShop, 'service'>,
  extensions: readonly LoadedExtension[],
  ...words: string[]
): Promise<CommandResult> {
  const open: OpenShop = { get: (type) => shop.service(type), steps: [], embedded: false };
  const groups = extensionGroups(
    extensions.map((one) => ({ ...one, operations: operationsOf(one) })),
  );
  return captured('', (streams) => runWith(words, streams, (work) => work(open), groups));
}

/** Runs a command in a shop that the caller opens. */
async function runWith(
  words: readonly string[],
  streams: TerminalStreams,
  withShop: WithShop,
  groups: readonly CommandGroup[] = [],
): Promise<number> {
  const terminal = new Terminal(streams);
  try {
    return await runCommand(words, { terminal, withShop }, () => Promise.resolve(groups));
  } catch (error) {
    terminal.remark(failureSentence(error) ?? String(error));
    return EXIT_FAILED;
  }
}

/** Runs a program with streams of its own. */
async function captured(
  input: string,
  run: (streams: TerminalStreams) => Promise<number>,
): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  // Read while the command writes: the stream of a long output would fill up and block the command.
  const [out, err] = [text(stdout), text(stderr)];
  stdin.end(input);
  const code = await run({ stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await out, err: await err };
}

/** Runs `souk --json` and returns its document. @throws Error with the command's message when it fails. */
export async function soukJson<T>(target: CommandTarget, ...words: string[]): Promise<T> {
  const { code, out, err } = await souk(target, ...words, '--json');
  if (code !== 0) throw new Error(`souk ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** Adds the address of the owner, where the database is one of the tests'. */
function withDirectUrl(settings: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: url = '' } = settings;
  const { SOUK_TEST_APPLICATION: application = '' } = process.env;
  if (!URL.canParse(url) || new URL(url).username !== new URL(application).username)
    return settings;
  return { DATABASE_DIRECT_URL: directUrlOf(url), ...settings };
}
