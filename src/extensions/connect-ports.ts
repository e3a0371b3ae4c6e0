import { inspect } from 'node:util';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { isOperatorError, OperatorError } from '../common/app-error.js';
import type { ExtensionPorts, LoadedExtension } from './extension.js';
import { HandlerRegistry } from '../fulfillment/handlers/handler.registry.js';
import { portNames } from '../operator/extensions/recorded-ports.js';
import { ShopExtensions } from '../operator/extensions/shop-extensions.js';
import { faultText, isFaultOf } from './fault-place.js';

/** The ports of a loaded extension. */
export interface ConnectedExtension {
  readonly extension: LoadedExtension;
  readonly ports: ExtensionPorts;
}

const PORTS: readonly (keyof ExtensionPorts)[] = ['handlers'];

/**
 * Asks each extension for its ports, after dependency injection.
 * @throws OperatorError that names the extension whose ports cannot be had
 */
export async function portsOf(
  app: INestApplicationContext,
  extensions: readonly LoadedExtension[],
  logger: Logger,
): Promise<ConnectedExtension[]> {
  const connected: ConnectedExtension[] = [];
  for (const extension of extensions) {
    const { definition, settings, url } = extension;
    const shop = {
      get: <T>(type: Type<T>): T => app.get(type, { strict: false }),
      settings,
      logger: logger.child({ extension: definition.name }),
    };
    try {
      connected.push({ extension, ports: checkedPorts(await definition.ports?.(shop)) });
    } catch (error) {
      throw new OperatorError(
        `The extension ${definition.name} (${extension.source}) failed in "ports": ${faultText(error, url)}.`,
        { cause: error },
      );
    }
  }
  return connected;
}

function checkedPorts(ports: ExtensionPorts | undefined = {}): ExtensionPorts {
  if (typeof ports !== 'object' || (ports as unknown) === null)
    throw new Error(`it gave ${inspect(ports)}`);
  const unknown = Object.keys(ports).find((name) => !PORTS.some((known) => known === name));
  if (unknown === undefined) return ports;
  throw new Error(`there is no port "${unknown}"; there are ${PORTS.join(', ')}`);
}

/** Gives the ports of extensions to those who call them. @throws OperatorError for a port that cannot be used */
export function connectPorts(
  app: INestApplicationContext,
  connected: readonly ConnectedExtension[],
): void {
  const handlers = connected.flatMap(({ ports }) => ports.handlers ?? []);
  app.get(HandlerRegistry, { strict: false }).add(handlers);
  const named = connected.map(({ extension, ports }) => ({
    ...extension,
    ports: portNames(ports),
  }));
  app.get(ShopExtensions, { strict: false }).use(named);
}

/** Runs work that calls code of extensions. @throws OperatorError that names the extension whose code has failed */
export async function attributed<T>(
  extensions: readonly LoadedExtension[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const culprit = extensions.find(({ url }) => isFaultOf(error, url));
    if (!culprit || isOperatorError(error)) throw error;
    const { definition, source, url } = culprit;
    throw new OperatorError(
      `The extension ${definition.name} (${source}) failed at the start: ${faultText(error, url)}.`,
      { cause: error },
    );
  }
}
