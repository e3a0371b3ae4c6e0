import type { MiddlewareConsumer, Type } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants.js';
import { ContextIdFactory, ModuleRef, type ContextId, type ModulesContainer } from '@nestjs/core';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import type { NextFunction, Request, Response } from 'express';

/** A module as Nest has loaded it. */
export type LoadedModule = Parameters<Parameters<ModulesContainer['forEach']>[0]>[0];

type Middleware = Parameters<MiddlewareConsumer['apply']>[number];
type Use = (request: Request, response: Response, next: NextFunction) => unknown;

/** Which requests middleware may have, and the filters that catch what it throws. */
export interface Confinement {
  readonly isOwn: (request: Request) => boolean;
  readonly filters: readonly object[];
}

/** Keeps the middleware that a module configures from requests of other routes, whatever it is configured for. */
export function confineMiddleware(module: LoadedModule, confinement: Confinement): void {
  const { instance } = module;
  const configure: unknown = Reflect.get(instance, 'configure');
  if (typeof configure !== 'function') return;
  const known = new Map<Middleware, Type>();
  const value = (consumer: MiddlewareConsumer): unknown => {
    const apply = consumer.apply.bind(consumer);
    consumer.apply = (...middleware) => {
      const all: Middleware[] = middleware.flat();
      // Without routes, Nest makes them with their dependencies and mounts them nowhere.
      apply(...all).forRoutes();
      for (const one of all) known.set(one, known.get(one) ?? gateOf(one, module, confinement));
      return apply(...all.map((one) => known.get(one) ?? one));
    };
    return Reflect.apply(configure, instance, [consumer]) as unknown;
  };
  Object.defineProperty(instance, 'configure', { value, configurable: true, writable: true });
}

/** Middleware that hands its own requests to another one. A request-scoped one is not even made for those of others. */
function gateOf(
  middleware: Middleware,
  module: LoadedModule,
  { isOwn, filters }: Confinement,
): Type {
  class Gate {
    use(request: Request, response: Response, next: NextFunction): unknown {
      if (!isOwn(request)) {
        next();
        return undefined;
      }
      return pass(middleware, module, [request, response, next]);
    }
  }
  const { prototype } = middleware as { prototype?: { use?: object } };
  const named = [middleware, prototype?.use].flatMap((one) => {
    const list: unknown = one && Reflect.getMetadata(EXCEPTION_FILTERS_METADATA, one);
    return list ?? [];
  });
  Reflect.defineMetadata(EXCEPTION_FILTERS_METADATA, [...filters, ...named], Gate);
  return Gate;
}

async function pass(
  middleware: Middleware,
  module: LoadedModule,
  values: Parameters<Use>,
): Promise<unknown> {
  const made = module.middlewares.get(middleware as Type);
  if (!made) return (middleware as Use)(...values);
  const isShared = made.isDependencyTreeStatic() && !made.isTransient;
  const modules = module.getProviderByKey<ModuleRef>(ModuleRef).instance;
  const instance = isShared
    ? (made.instance as { use: Use })
    : await modules.create(middleware as Type<{ use: Use }>, contextOf(values[0], modules));
  return instance.use(...values);
}

/** Request-scoped providers of a request are the same in its middleware and its controller. */
function contextOf(request: Request, modules: ModuleRef): ContextId {
  const contextId = ContextIdFactory.getByRequest(request);
  if (!(REQUEST_CONTEXT_ID in request)) {
    Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: contextId });
    modules.registerRequestByContextId(request, contextId);
  }
  return contextId;
}
