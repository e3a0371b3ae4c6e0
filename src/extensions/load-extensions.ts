import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolve as resolvePackage } from 'import-meta-resolve';
import { gte, minVersion, satisfies, SemVer } from 'semver';
import { OperatorError } from '../common/app-error.js';
import type { ExtensionFolder } from '../common/background-rejections.js';
import { SOUK_VERSION, versionAt } from '../common/package-version.js';
import { withinTime } from '../common/time-limit.js';
import { definitionFault } from './definition-fault.js';
import type { ExtensionDefinition, LoadedExtension } from './extension.js';
import { copyOf } from './own-copies.js';
import { readExtensionSettings } from './extension-settings.js';
import { sharePackages } from './shared-packages.js';
import { faultText, locatedSyntaxError } from './fault-place.js';

/** A module that has not ended its own start-up after this time is taken for one that never does. */
const IMPORT_TIMEOUT_MS = 30_000;

/** By URL, in the order of their loading. */
const folders = new Map<string, ExtensionFolder>();

/** The folders of all extensions of this process; one that is still being loaded has its source as its name. */
export function extensionFolders(): ExtensionFolder[] {
  return [...folders.values()];
}

export interface LoadOptions {
  readonly importTimeoutMs?: number;
  /** The folder from which packages and relative paths are resolved. */
  readonly folder?: string;
}

/**
 * Loads and checks extensions. Nothing of the shop has been touched when one of them is refused.
 * @param sources package names, which are resolved from the working directory and else from Souk, or paths.
 * @throws OperatorError that names the extension and its file; ConfigError that names a setting
 */
export async function loadExtensions(
  sources: readonly string[],
  environment: NodeJS.ProcessEnv,
  options: LoadOptions = {},
): Promise<LoadedExtension[]> {
  sharePackages();
  const loaded: LoadedExtension[] = [];
  for (const source of sources) {
    const extension = await load(source, environment, options);
    const twin = loaded.find(({ definition }) => definition.name === extension.definition.name);
    if (twin) {
      const { name } = extension.definition;
      throw new OperatorError(
        `SOUK_EXTENSIONS names ${twin.source} and ${source}, and both are called "${name}"; leave one out.`,
      );
    }
    loaded.push(extension);
  }
  return loaded;
}

async function load(
  source: string,
  environment: NodeJS.ProcessEnv,
  { importTimeoutMs = IMPORT_TIMEOUT_MS, folder: from = process.cwd() }: LoadOptions,
): Promise<LoadedExtension> {
  const refuse = (fault: string): never => {
    throw new OperatorError(`SOUK_EXTENSIONS names ${source}, which ${fault}.`);
  };
  const url = urlOf(source, from) ?? refuse('is neither a file nor an installed package');
  const folder = folderOf(url);
  folders.set(url, { extension: source, folder });
  const module = await imported(source, url, importTimeoutMs).catch((error: unknown) =>
    refuse(`cannot be loaded: ${faultText(locatedSyntaxError(error, url), url)}`),
  );
  const fault = definitionFault(module.extension);
  if (fault !== undefined) refuse(fault);
  const definition = module.extension as ExtensionDefinition;
  folders.set(url, { extension: definition.name, folder });
  if (!satisfies(SOUK_VERSION, definition.souk, { includePrerelease: true })) {
    refuse(
      `works with Souk ${definition.souk}, and this is ${SOUK_VERSION}; install another version of one of them${changesSince(definition.souk)}`,
    );
  }
  const settings = readExtensionSettings(definition, environment);
  return { definition, source, url, version: versionAt(url), settings };
}

/** What to do for an extension of an older release, as the end of a sentence; empty for one of a newer release. */
function changesSince(range: string): string {
  const oldest = minVersion(range);
  if (!oldest || gte(oldest, SOUK_VERSION)) return '';
  const [from, to] = [oldest, new SemVer(SOUK_VERSION)].map(
    ({ major, minor }) => `${major}.${minor}`,
  );
  return `, or change it as "From ${from} to ${to}" in Souk's CHANGELOG.md says, and widen its range`;
}

/** As stacks name it: without symbolic links. */
function folderOf(url: string): string {
  const file = fileURLToPath(url);
  return dirname(existsSync(file) ? realpathSync(file) : file);
}

/** Undefined when there is nothing by that name. */
function urlOf(source: string, folder: string): string | undefined {
  if (isPath(source)) return pathToFileURL(resolve(folder, source)).href;
  for (const from of [pathToFileURL(resolve(folder, 'package.json')).href, import.meta.url]) {
    try {
      return resolvePackage(source, from);
    } catch {
      // The next place is tried.
    }
  }
  return undefined;
}

function isPath(source: string): boolean {
  return isAbsolute(source) || /^\.\.?[\\/]/.test(source) || /\.[cm]?js$/.test(source);
}

async function imported(
  source: string,
  url: string,
  timeoutMs: number,
): Promise<{ extension?: unknown }> {
  const late = `its top-level code has not ended after ${timeoutMs / 1000} seconds`;
  // Without a word, and as if all were well, the process would end.
  const told = (): void => {
    const fault = faultText(new Error('it ends the process by process.exit'), url);
    process.stderr.write(`SOUK_EXTENSIONS names ${source}, which cannot be loaded: ${fault}.\n`);
    process.exitCode = 1;
  };
  // The sentence of an error that no code catches is told elsewhere.
  const untold = (): void => void process.off('exit', told);
  process.once('exit', told).once('uncaughtExceptionMonitor', untold);
  try {
    return await withinTime(
      import(copyOf(url)) as Promise<{ extension?: unknown }>,
      timeoutMs,
      late,
    );
  } finally {
    untold();
    process.off('uncaughtExceptionMonitor', untold);
  }
}
