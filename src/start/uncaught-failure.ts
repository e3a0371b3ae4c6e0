import { pathToFileURL } from 'node:url';
import { isOperatorError, OperatorError } from '../common/app-error.js';
import { extensionIn } from '../common/background-rejections.js';
import { faultText } from '../extensions/fault-place.js';
import { extensionFolders } from '../extensions/load-extensions.js';

/** The extension of whose code an error tells by its stack, if any, and what it did, in one line. */
export function culpritOf(error: unknown): { extension: string | undefined; fault: string } {
  const folders = extensionFolders();
  const extension = extensionIn(error, folders);
  const { folder = '/' } = folders.find((one) => one.extension === extension) ?? {};
  return { extension, fault: faultText(error, pathToFileURL(`${folder}/`).href) };
}

/** What to tell an operator about an error that no code has caught: in a shop with extensions, a sentence. */
export function uncaughtFailure(error: unknown): unknown {
  if (extensionFolders().length === 0 || isOperatorError(error)) return error;
  const { extension, fault } = culpritOf(error);
  const culprit =
    extension === undefined ? 'Code without a frame of an extension' : `The extension ${extension}`;
  return new OperatorError(`${culprit} threw an error that no code has caught: ${fault}.`, {
    cause: error,
  });
}
