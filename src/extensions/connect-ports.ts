import { inspect } from 'node:util';
import type { Abstract, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { Logger } from 'pino';
import { isOperatorError, OperatorError } from '../common/app-error.js';
import { withinTime } from '../common/time-limit.js';
import type { ExtensionPorts, ExtensionShop, LoadedExtension } from './extension.js';
import { TokenSources } from '../account/access/source/token-sources.js';
import { CatalogPolicies } from '../catalog/policies/catalog-policies.js';
import { JobHandlers } from '../events/jobs/job-handlers.js';
import { JobSender } from '../events/jobs/job-sender.service.js';
import { Listeners } from '../events/listeners.js';
import { OrderedListeners } from '../events/ordered/ordered-listeners.js';
import { OrderChecks } from '../orders/checks/order-checks.js';
import type { ModuleOfExtension } from '../common/module-owners.js';
import { HandlerRegistry } from '../fulfillment/handlers/handler.registry.js';
import { PageSections } from '../operations/sections/page-sections.service.js';
import { ShopPermissions } from '../people/permissions/shop-permissions.js';
import { ExtensionHealth } from '../upkeep/extensions/extension-health.service.js';
import { portNames } from '../upkeep/extensions/recorded-ports.js';
import { ShopExtensions } from '../upkeep/extensions/shop-extensions.js';
import { faultText, isFaultOf } from './fault-place.js';
import { ExtensionJobs } from '../events/jobs/extension-jobs.js';
import { MetricsOfExtensions } from './metrics/metrics-of-extensions.service.js';
import { extensionsNamedIn } from './named-parts.js';
import { declaredPermissions } from './operators/declared-permissions.js';
import { Shop } from './shop/shop.js';
import { Shops } from './shop/shops.service.js';
import { ExtensionTasks } from './tasks/extension-tasks.service.js';

/** The ports of a loaded extension. */
export interface ConnectedExtension {
  readonly extension: LoadedExtension;
  readonly ports: ExtensionPorts;
}

/** An extension whose ports have not come after this time is taken for one whose ports never do. */
const PORTS_TIMEOUT_MS = 30_000;

/** Every port, and what it must be. */
const PORTS: Readonly<Record<keyof ExtensionPorts, 'a list' | 'an object' | 'a function'>> = {
  handlers: 'a list',
  policies: 'a list',
  checks: 'a list',
  listeners: 'a list',
  orderedListeners: 'a list',
  tokenSource: 'an object',
  sections: 'a list',
  tasks: 'a list',
  jobs: 'a list',
  health: 'a function',
};

/**
 * Asks each extension for its ports, after dependency injection.
 * @throws OperatorError that names the extension whose ports cannot be had
 */
export async function portsOf(
  modules: ModuleRef,
  extensions: readonly LoadedExtension[],
  logger: Logger,
  timeoutMs = PORTS_TIMEOUT_MS,
): Promise<ConnectedExtension[]> {
  const connected: ConnectedExtension[] = [];
  for (const extension of extensions) {
    const { definition } = extension;
    const shop = shopFor(extension, modules, logger);
    try {
      const ports = await withinTime(definition.ports?.(shop), timeoutMs, lateText(timeoutMs));
      connected.push({ extension, ports: checkedPorts(ports) });
    } catch (error) {
      throw failedIn('ports', extension, error);
    }
  }
  return connected;
}

/** What an extension may use in its definition's functions. */
export function shopFor(
  { definition, settings }: LoadedExtension,
  modules: ModuleRef,
  logger: Logger,
): ExtensionShop {
  return {
    get: <T>(type: Type<T> | Abstract<T>): T => serviceOf(modules, definition.name, type),
    settings,
    logger: logger.child({ extension: definition.name }),
    get metrics() {
      return modules.get(MetricsOfExtensions, { strict: false }).of(definition.name);
    },
  };
}

/** What is wrong with work that has not ended at its time limit. */
export function lateText(timeoutMs: number): string {
  return `it did not end within ${timeoutMs / 1000} seconds`;
}

/** The error that names the extension and the function of its definition. */
export function failedIn(
  member: 'ports' | 'start',
  { definition, source, url }: LoadedExtension,
  error: unknown,
): OperatorError {
  return new OperatorError(
    `The extension ${definition.name} (${source}) failed in "${member}": ${faultText(error, url)}.`,
    { cause: error },
  );
}

/** `Shop` and `ExtensionJobs` are others for each extension. */
function serviceOf<T>(modules: ModuleRef, extension: string, type: Type<T> | Abstract<T>): T {
  if ((type as unknown) === Shop) return modules.get(Shops, { strict: false }).of(extension) as T;
  if ((type as unknown) === ExtensionJobs)
    return modules.get(JobSender, { strict: false }).of(extension) as T;
  return modules.get(type, { strict: false });
}

function checkedPorts(ports: ExtensionPorts | undefined = {}): ExtensionPorts {
  if (typeof ports !== 'object' || (ports as unknown) === null)
    throw new Error(`it gave ${inspect(ports)}`);
  for (const [name, port] of Object.entries(ports)) {
    if (!Object.hasOwn(PORTS, name)) {
      throw new Error(`there is no port "${name}"; there are ${Object.keys(PORTS).join(', ')}`);
    }
    const wanted = PORTS[name as keyof ExtensionPorts];
    const isList = Array.isArray(port);
    if (
      port !== undefined &&
      (isList ? wanted !== 'a list' : wanted !== 'an object' && typeof port !== 'function')
    ) {
      throw new Error(`the port "${name}" must be ${wanted}`);
    }
  }
  return ports;
}

/** Gives the ports of extensions to those who call them. @throws OperatorError for a port that cannot be used */
export function connectPorts(modules: ModuleRef, connected: readonly ConnectedExtension[]): void {
  const get = <T>(type: Type<T>): T => modules.get(type, { strict: false });
  /** The ports of a kind, each with the name of its extension. */
  const owned = <Port>(portsIn: (ports: ExtensionPorts) => readonly Port[] | undefined) =>
    connected.flatMap(({ extension: { definition }, ports }) =>
      (portsIn(ports) ?? []).map((port) => ({ extension: definition.name, port })),
    );
  const refusals = connected.map(({ extension: { definition } }) => ({
    extension: definition.name,
    errors: definition.errors ?? [],
  }));
  for (const { extension, ports } of connected) {
    get(HandlerRegistry).add(ports.handlers ?? [], extension.definition.name);
  }
  get(CatalogPolicies).use(owned(({ policies }) => policies));
  get(OrderChecks).use(
    owned(({ checks }) => checks),
    refusals,
  );
  get(Listeners).use(owned(({ listeners }) => listeners));
  get(OrderedListeners).use(owned(({ orderedListeners }) => orderedListeners));
  get(ExtensionTasks).use(owned(({ tasks }) => tasks));
  get(JobHandlers).use(owned(({ jobs }) => jobs));
  get(ExtensionHealth).use(owned((ports) => ports.health && [ports.health.bind(ports)]));
  get(TokenSources).use(owned(({ tokenSource }) => tokenSource && [tokenSource]));
  get(ShopPermissions).use(declaredPermissions(connected.map(({ extension }) => extension)));
  get(PageSections).use(owned(({ sections }) => sections));
  get(ShopExtensions).use(
    connected.map(({ extension, ports }) => ({ ...extension, ports: portNames(ports) })),
  );
}

/** The modules of extensions, each with the name of its extension. */
export function modulesOf(extensions: readonly LoadedExtension[]): ModuleOfExtension[] {
  return extensions.flatMap(({ definition: { name: extension, module } }) =>
    module === undefined ? [] : [{ extension, module }],
  );
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
    const culprits = culprit ? [culprit] : await extensionsNamedIn(error, extensions);
    throw failedAtStart(culprits, error);
  }
}

/** The error that names the extensions; one for the operator, or of no extension, stays as it is. */
export function failedAtStart(culprits: readonly LoadedExtension[], error: unknown): unknown {
  const [first, second] = culprits;
  if (!first || isOperatorError(error)) return error;
  const names = culprits.map(({ definition: { name } }) => name).join(', ');
  const sources = culprits.map(({ source }) => source).join(', ');
  return new OperatorError(
    `The extension${second ? 's' : ''} ${names} (${sources}) failed at the start: ${faultText(error, first.url)}.`,
    { cause: error },
  );
}
