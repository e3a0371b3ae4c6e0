import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { PUBLIC_ROUTE } from '../../common/http/public.decorator.js';
import type { AdmittingRoute } from './access.service.js';
import { CLOSED_WITH_ORDERS, PLACES_ORDER } from '../closed-part.js';
import { LANE_OF_ROUTE, type Lane } from './lanes/lane.js';
import { LIMIT_OF_ROUTE, type RequestLimitKind } from '../limits/limit-of-route.js';
import { NEEDED_SCOPE } from './needs-scope.js';
import type { Scope } from './scopes.js';

/** What the decorators of a route and of its controller say to the guard. */
export interface GuardedRoute extends AdmittingRoute {
  readonly isPublic: boolean;
  readonly placesOrder: boolean;
  readonly lane: Lane;
  /** Which limit a minute counts its requests. */
  readonly limit: RequestLimitKind;
}

type Handler = ReturnType<ExecutionContext['getHandler']>;
type Class = ReturnType<ExecutionContext['getClass']>;

/** Reads the decorators of each route once. */
export class GuardedRoutes {
  /** By controller and handler, since controllers may inherit the same handler. */
  private readonly routes = new WeakMap<Class, WeakMap<Handler, GuardedRoute>>();

  constructor(private readonly reflector: Reflector) {}

  of(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): GuardedRoute {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const known = this.routes.get(controller) ?? new WeakMap<Handler, GuardedRoute>();
    this.routes.set(controller, known);
    const route = known.get(handler) ?? this.read([handler, controller]);
    known.set(handler, route);
    return route;
  }

  private read(targets: [Handler, Class]): GuardedRoute {
    const isMarked = (key: string): boolean =>
      this.reflector.getAllAndOverride<true | undefined>(key, targets) ?? false;
    const lane = this.reflector.getAllAndOverride<Lane | undefined>(LANE_OF_ROUTE, targets);
    return {
      isPublic: isMarked(PUBLIC_ROUTE),
      placesOrder: isMarked(PLACES_ORDER),
      lane: lane ?? 'extensions',
      scope: this.reflector.getAllAndOverride<Scope | undefined>(NEEDED_SCOPE, targets),
      limit:
        this.reflector.getAllAndOverride<RequestLimitKind | undefined>(LIMIT_OF_ROUTE, targets) ??
        'requests',
      closesWithOrders: isMarked(CLOSED_WITH_ORDERS),
    };
  }
}
