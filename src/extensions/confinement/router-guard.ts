import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../common/app-error.js';
import { extensionIn } from '../../common/background-rejections.js';
import { layersOf, type RouterLayer } from '../../common/http/routes.js';
import type { SoukHttpAdapter } from '../../common/http/server/souk-http-adapter.js';
import type { LoadedExtension } from '../extension.js';
import { extensionFolders } from '../load-extensions.js';

/** Frames of packages may stand between the code of an extension and Express. */
const MOST_FRAMES = 100;
/** An extension may lie in a folder above. */
const SOUK_FOLDER = new URL('../../', import.meta.url);

/** Refuses what code of extensions adds to Express itself, past Nest: nobody knows to which routes it belongs. */
export function guardRouter(
  adapter: SoukHttpAdapter,
  extensions: readonly LoadedExtension[],
): void {
  if (extensions.length === 0) return;
  const refuse = (what: string): void => {
    const name = callerAmong(extensions);
    const caller = extensions.filter(({ definition }) => definition.name === name);
    if (caller.length > 0) throw actsOnSouk(caller, what);
  };
  const stack = layersOf(adapter.getInstance());
  const push = (layer: RouterLayer): number => {
    refuse(
      `adds ${layer.route ? `the route ${layer.route.path}` : 'middleware'} to Express itself`,
    );
    return Array.prototype.push.call(stack, layer);
  };
  Object.defineProperty(stack, 'push', { value: push });
  adapter.setOnRequestHook = adapter.setOnResponseHook = () => {
    refuse('sets a hook of all requests');
  };
}

/** @param extensions several where it is not known which of them it is. */
export function actsOnSouk(extensions: readonly LoadedExtension[], what: string): OperatorError {
  const names = extensions.map(({ definition, source }) => `${definition.name} (${source})`);
  return new OperatorError(
    `The extension ${names.join(' or ')} ${what}, which would act on requests of Souk's routes; use controllers, configure(consumer), or APP_GUARD and the like, which act on its own routes alone.`,
  );
}

function callerAmong(extensions: readonly LoadedExtension[]): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MOST_FRAMES;
  const { stack = '' } = new Error('the call');
  Error.stackTraceLimit = stackTraceLimit;
  const own = [SOUK_FOLDER.href, fileURLToPath(SOUK_FOLDER)];
  const others = stack.split('\n').filter((line) => !own.some((folder) => line.includes(folder)));
  const frames = Object.assign(new Error('the call'), { stack: others.join('\n') });
  const names = new Set(extensions.map(({ definition }) => definition.name));
  const folders = extensionFolders().filter(({ extension }) => names.has(extension));
  return extensionIn(frames, folders);
}
