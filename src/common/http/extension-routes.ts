import { RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_PATH, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { OperatorError } from '../app-error.js';
import { ownersOf, type ModuleOfExtension } from '../module-owners.js';
import { GROUP_OF_ROUTE } from './api-wire-route.decorator.js';
import { overlap } from './route-overlap.js';
import { runningRoutes, type RunningRoute } from './routes.js';
import type { RouteGroup } from './wire.js';

interface ControllerRoute extends RunningRoute {
  readonly controller: string;
  readonly group: RouteGroup | undefined;
}

/** Only operators are let in there, while routes of extensions are for resellers. */
const OF_OPERATORS: readonly RunningRoute[] = ['/admin', '/console'].map((path) => ({
  method: 'ALL',
  path: `${path}/*below`,
}));

interface OwnedRoute extends RunningRoute {
  /** Undefined for a route of Souk. */
  readonly extension: string | undefined;
}

/** A route of a controller of an extension. */
export interface RouteOfExtension extends RunningRoute {
  readonly extension: string;
}

/**
 * Checks the controllers of extensions, their imported modules included, and gives their routes. It is called after the modules were loaded and
 * before `app.init()`, when the router has only those routes that belong to no controller.
 * @throws OperatorError for a route that takes requests of another one or of operators, or is in a group of the integration
 * answer
 */
export async function assertRoutesOfExtensions(
  app: INestApplication,
  modules: readonly ModuleOfExtension[],
): Promise<readonly RouteOfExtension[]> {
  const container = app.get(ModulesContainer);
  const owners = await ownersOf(modules);
  const own: OwnedRoute[] = runningRoutes(app.getHttpAdapter().getInstance()).map(soukRoute);
  const added: (ControllerRoute & RouteOfExtension)[] = [];
  for (const { metatype, controllers } of container.values()) {
    const extension = owners.get(metatype);
    const prefix = prefixOf(metatype, container);
    const types = [...controllers.values()].flatMap((one) => (one.metatype as Type | null) ?? []);
    for (const route of types.flatMap((type) => routesOf(type, prefix))) {
      if (extension === undefined) own.push(soukRoute(route));
      else added.push({ ...route, extension });
    }
  }
  for (const route of added) assertFree(route, [...own, ...added]);
  ROUTES_OF_EXTENSIONS.set(app.getHttpAdapter().getInstance() as object, added);
  return added;
}

/** By the application of Express, of which each request knows its own. */
const ROUTES_OF_EXTENSIONS = new WeakMap<object, readonly RouteOfExtension[]>();

/** Where a request is in an extension; undefined in a route of Souk. The route is a pattern, since paths may hold secrets. */
export function extensionRouteOf({
  app,
  method,
  route,
}: Request): { readonly extension: string; readonly route: string } | undefined {
  const { path } = (route ?? {}) as { path?: string };
  if (path === undefined) return undefined;
  const owner = ROUTES_OF_EXTENSIONS.get(app)?.find((one) => overlap(one, { method, path }));
  return owner && { extension: owner.extension, route: `${method} ${path}` };
}

function soukRoute({ method, path }: RunningRoute): OwnedRoute {
  return { method, path, extension: undefined };
}

function assertFree(
  route: ControllerRoute & RouteOfExtension,
  others: readonly OwnedRoute[],
): void {
  const { extension, controller, method, path, group } = route;
  const subject = `The route ${method} ${path} of ${controller} in the extension ${extension}`;
  if (group !== undefined) {
    throw new OperatorError(
      `${subject} claims the group ${group}, which only routes of Souk have; leave "group" out of its @ApiWireRoute.`,
    );
  }
  const closed = OF_OPERATORS.find((area) => overlap(route, area));
  if (closed) {
    throw new OperatorError(
      `${subject} takes requests of ${closed.path}, which are for operators alone, but it would be open to all resellers; give it another path.`,
    );
  }
  const taken = others.find((other) => other.extension !== extension && overlap(route, other));
  if (!taken) return;
  const owner = taken.extension === undefined ? 'Souk' : `the extension ${taken.extension}`;
  throw new OperatorError(
    `${subject} takes requests of the route ${taken.method} ${taken.path} of ${owner}; give it another path.`,
  );
}

function routesOf(controller: Type, prefix: string): ControllerRoute[] {
  const prototype = controller.prototype as Record<string, (...values: never) => unknown>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const group = Reflect.getMetadata(GROUP_OF_ROUTE, handler) as RouteGroup | undefined;
    return pathsIn(controller).flatMap((base) =>
      pathsIn(handler).map((path) => ({
        controller: controller.name,
        method: RequestMethod[method],
        path: `/${[prefix, base, path]
          .flatMap((part) => part.split('/'))
          .filter(Boolean)
          .join('/')}`,
        group,
      })),
    );
  });
}

function pathsIn(decorated: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, decorated) as string | string[]].flat();
}

/** The path that a RouterModule gives to all controllers of a module. */
function prefixOf(module: Type, { applicationId }: ModulesContainer): string {
  const path: unknown =
    Reflect.getMetadata(MODULE_PATH + applicationId, module) ??
    Reflect.getMetadata(MODULE_PATH, module);
  return typeof path === 'string' ? path : '';
}
