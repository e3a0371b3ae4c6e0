import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperatorError } from '../../common/app-error.js';
import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';

/** The exports of a module of FULFILLMENT_MODULES. */
interface HandlerModule {
  readonly fulfillmentHandlers?: readonly FulfillmentHandler[];
}

/**
 * Loads custom handlers from JavaScript files outside of Souk.
 * @param paths of ES modules, relative to the working directory; each exports a list `fulfillmentHandlers`.
 * @throws OperatorError that names a file that cannot be used.
 */
export async function loadHandlerModules(paths: readonly string[]): Promise<FulfillmentHandler[]> {
  const lists: FulfillmentHandler[][] = [];
  for (const path of paths) lists.push(handlersOf(path, await load(path)));
  return lists.flat();
}

async function load(path: string): Promise<HandlerModule> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as HandlerModule;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `FULFILLMENT_MODULES names ${path}, which cannot be loaded: ${reason}.`,
    );
  }
}

function handlersOf(path: string, { fulfillmentHandlers: handlers }: HandlerModule) {
  if (Array.isArray(handlers) && handlers.every(isHandler)) return [...handlers];
  throw new OperatorError(
    `FULFILLMENT_MODULES names ${path}, which exports no list "fulfillmentHandlers" of handlers with code and checkSettings.`,
  );
}

function isHandler(candidate: unknown): candidate is FulfillmentHandler {
  const { code, checkSettings } = (candidate ?? {}) as Partial<FulfillmentHandler>;
  return typeof code === 'string' && typeof checkSettings === 'function';
}
