import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import {
  NEEDED_PERMISSION,
  type NeededPermission,
} from '../../src/admin/access/needs-permission.js';
import { runningRoutes } from '../../src/common/http/routes.js';
import { OpenToEverybody } from '../../src/console/access/open-to-everybody.js';
import { ConsoleModule } from '../../src/console/console.module.js';
import type { TestShop } from '../support/test-shop.js';

/** Who may use a route: those with a permission, every operator, or everybody. Undefined if nobody has said. */
export type Admitted = NeededPermission | 'everybody' | undefined;

/** The routes of the console in the running router, as `POST accounts/:account/suspend`; files are no routes. */
export function consoleRoutes(shop: TestShop): string[] {
  return runningRoutes(shop.app.getHttpAdapter().getInstance())
    .filter(({ path }) => /^\/console(\/|$)/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/^\/console\/?/, '')}`);
}

/** Who may use each route, as its controller says. */
export function admittedTo(): Map<string, Admitted> {
  const controllers = Reflect.getMetadata(
    MODULE_METADATA.CONTROLLERS,
    ConsoleModule,
  ) as readonly Type[];
  return new Map(controllers.flatMap((one) => routesOf(one)));
}

function routesOf(controller: Type): [route: string, admitted: Admitted][] {
  const base = (Reflect.getMetadata(PATH_METADATA, controller) as string).replace(
    /^console\/?/,
    '',
  );
  const { prototype } = controller as { prototype: Record<string, unknown> };
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const path: unknown = Reflect.getMetadata(PATH_METADATA, handler);
    // The class itself has the path of all of its routes.
    if (name === 'constructor' || typeof path !== 'string') return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const parts = [base, path].filter((part) => part !== '' && part !== '/');
    return [[`${method} ${parts.join('/')}`, admittedBy(handler)]];
  });
}

function admittedBy(handler: object): Admitted {
  if (Reflect.getMetadata(OpenToEverybody.KEY, handler) === true) return 'everybody';
  return Reflect.getMetadata(NEEDED_PERMISSION, handler) as NeededPermission | undefined;
}
