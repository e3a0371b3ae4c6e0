import type { OpenAPIObject } from '@nestjs/swagger';
import { runningRoutes, type RunningRoute } from '../../src/common/http/routes.js';
import type { NeededPermission } from '../../src/admin/access/needs-permission.js';
import type { TestShop } from '../support/test-shop.js';

const PREFIX = '/admin/api/v1/';

/** The routes of the admin API in the running router, as `GET accounts/:id`. */
export function adminRoutes(shop: TestShop): string[] {
  return runningRoutes(shop.app.getHttpAdapter().getInstance())
    .filter(({ path }) => path.startsWith(PREFIX))
    .map(({ method, path }: RunningRoute) => `${method} ${path.slice(PREFIX.length)}`);
}

/** A path of the route: its placeholders are ids that nothing has. */
export function pathOf(route: string): string {
  return route
    .replace(/:order/, 'ID_ffffffffffffffff')
    .replace(/:name/, 'nobody')
    .replace(/:\w+/, '999999');
}

/** The permission of each route, by the OpenAPI document. */
export async function neededPermissions(shop: TestShop): Promise<Map<string, NeededPermission>> {
  const { json } = await shop.requestPage('/admin/openapi.json');
  const needed = new Map<string, NeededPermission>();
  for (const [path, item] of Object.entries((json as OpenAPIObject).paths)) {
    const route = path.slice(PREFIX.length).replace(/\{(\w+)\}/g, ':$1');
    const operations = Object.entries(item as Record<string, Record<string, unknown>>);
    for (const [method, operation] of operations) {
      needed.set(
        `${method.toUpperCase()} ${route}`,
        operation['x-souk-permission'] as NeededPermission,
      );
    }
  }
  return needed;
}
