import { AsyncLocalStorage } from 'node:async_hooks';
import { OperatorError } from '../../common/app-error.js';
import { decidingPort } from '../../common/port-call.js';
import type { ThingId } from '../../operations/operation.js';
import { operationOf } from './shop-methods.js';
import type { ShopUse } from './shop-use.js';

const MAX_KEY_CHARACTERS = 100;
/** Of PostgreSQL's type integer. */
const MAX_ID = 2 ** 31 - 1;

/** What is running in a transaction of its own, and what it is to do instead. */
const transactions = new AsyncLocalStorage<{ readonly what: string; readonly instead: string }>();

/** Runs the function of a transaction. */
export function withinTransaction<T>(extension: string, work: () => Promise<T>): Promise<T> {
  // What it throws at once is a rejection, too.
  return transactions.run(
    {
      what: `A transaction of the extension ${extension}`,
      instead: 'call the methods of its argument',
    },
    async () => work(),
  );
}

/** Runs an operation of an extension that has a transaction. */
export function withinOperation<T>(
  extension: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const what = `The operation "${name}" of the extension ${extension}`;
  return transactions.run({ what, instead: 'declare it with kind "outside"' }, async () => work());
}

/** @throws OperatorError where no change of its own may begin */
export function assertAllowedHere(method: string): void {
  const port = decidingPort();
  if (port !== undefined) {
    throw new OperatorError(
      `${port} calls Shop.${method}, which may not be called there: what decides changes nothing.`,
    );
  }
  const present = transactions.getStore();
  if (!present) return;
  throw new OperatorError(
    `${present.what} calls Shop.${method} within its function, which would wait for its locks; ${present.instead}.`,
  );
}

/** @throws OperatorError */
export function assertKey(extension: string, method: string, key: unknown): void {
  const isText = typeof key === 'string' && key.isWellFormed() && !key.includes('\0');
  if (isText && key.length >= 1 && key.length <= MAX_KEY_CHARACTERS) return;
  throw new OperatorError(
    `The extension ${extension} calls Shop.${method} without a key of 1 to ${MAX_KEY_CHARACTERS} characters.`,
  );
}

/** Extensions may be written without types. @throws OperatorError */
export function assertId(use: ShopUse, id: ThingId | undefined): void {
  const isNumbered = operationOf(use).route.includes(':id');
  const isRight = isNumbered
    ? Number.isInteger(id) && Number(id) > 0 && Number(id) <= MAX_ID
    : typeof id === 'string' && id.isWellFormed() && !id.includes('\0');
  if (isRight) return;
  throw new OperatorError(`Shop.${use} is called for ${String(id)}, which is no id.`);
}

/** @throws OperatorError for what cannot be answered again */
export function assertStorable(answer: unknown): void {
  const isObject = typeof answer === 'object' && answer !== null;
  if (isObject && isJson(answer)) return;
  throw new OperatorError(
    'The function of a transaction of Shop returns something that cannot be stored; return an object of texts, numbers and the like.',
  );
}

function isJson(answer: object): boolean {
  try {
    const text = JSON.stringify(answer);
    return text.isWellFormed() && !text.includes('\\u0000');
  } catch {
    return false;
  }
}
