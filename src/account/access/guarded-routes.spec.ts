import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Public } from '../../common/http/public.decorator.js';
import { ClosedWithOrders, MayPlaceOrder } from '../closed-part.js';
import { CountedAs } from '../limits/limit-of-route.js';
import { InLane } from './lanes/lane.js';
import { GuardedRoutes } from './guarded-routes.js';
import { NeedsScope } from './needs-scope.js';

class Routes {
  plain(): void {
    // Only its decorators matter.
  }

  @MayPlaceOrder()
  order(): void {
    // Only its decorators matter.
  }

  @CountedAs('checks')
  check(): void {
    // Only its decorators matter.
  }

  @NeedsScope('orders')
  @ClosedWithOrders()
  quote(): void {
    // Only its decorators matter.
  }
}

@NeedsScope('books')
class OtherRoutes extends Routes {}

@Public()
class OpenRoutes extends Routes {}

@InLane('reads')
class ReadRoutes extends Routes {}

const routes = new GuardedRoutes(new Reflector());
const routeOf = (controller: Type<Routes>, name: keyof Routes) =>
  routes.of({
    getClass: <T>() => controller as Type<T>,
    getHandler: () => Object.getOwnPropertyDescriptor(Routes.prototype, name)!.value as () => void,
  });

const PLAIN = {
  isPublic: false,
  placesOrder: false,
  lane: 'extensions',
  scope: undefined,
  limit: 'requests',
  closesWithOrders: false,
};

it.each([
  [Routes, 'plain', PLAIN],
  [Routes, 'order', { ...PLAIN, placesOrder: true }],
  [Routes, 'check', { ...PLAIN, limit: 'checks' }],
  [Routes, 'quote', { ...PLAIN, scope: 'orders', closesWithOrders: true }],
  // The same handlers in other controllers.
  [OtherRoutes, 'plain', { ...PLAIN, scope: 'books' }],
  [OtherRoutes, 'quote', { ...PLAIN, scope: 'orders', closesWithOrders: true }],
  [OpenRoutes, 'plain', { ...PLAIN, isPublic: true }],
  [ReadRoutes, 'plain', { ...PLAIN, lane: 'reads' }],
] as const)('%p %s', (controller, name, route) => {
  const first = routeOf(controller, name);
  expect(first).toEqual(route);
  expect(routeOf(controller, name)).toBe(first);
});
