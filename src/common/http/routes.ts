import type { Request } from 'express';

/** The part of Express's router that lists its routes. */
export interface RouterLayer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

interface ApplicationWithRouter {
  router: { stack: RouterLayer[] };
}

/** A route of the running router. */
export interface RunningRoute {
  readonly method: string;
  readonly path: string;
}

/** What the router of an Express application goes through: middleware and routes. */
export function layersOf(application: unknown): RouterLayer[] {
  return (application as ApplicationWithRouter).router.stack;
}

function methodsOf(layer: RouterLayer): string[] {
  return Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase());
}

/** All routes of the running Express application, in the order in which they are matched. */
export function runningRoutes(application: unknown): RunningRoute[] {
  return layersOf(application).flatMap((layer) => {
    const path = layer.route?.path;
    return path === undefined ? [] : methodsOf(layer).map((method) => ({ method, path }));
  });
}

/** The methods that have a route at the request's path, or at another one; empty for an unknown path. */
export function methodsAt(request: Request, path = request.path): string[] {
  const layers = layersOf(request.app).filter((layer) => layer.route && matches(layer, path));
  return [...new Set(layers.flatMap(methodsOf))];
}

/** Tells the requests that some of the running routes take. The routes are looked for at the first request. */
export function requestsOf(
  isOneOf: (route: RunningRoute) => boolean,
): (request: Request) => boolean {
  let layers: readonly RouterLayer[] | undefined;
  return (request) => {
    layers ??= layersOf(request.app).filter((layer) => {
      const path = layer.route?.path;
      return path !== undefined && methodsOf(layer).some((method) => isOneOf({ method, path }));
    });
    const { method } = request;
    // Express strips the path at which middleware is mounted.
    const path = request.baseUrl + request.path;
    return layers.some((layer) => {
      const methods = methodsOf(layer);
      const isTaken = methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
      return isTaken && matches(layer, path);
    });
  };
}

function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // The path cannot be decoded; such a request has been refused before.
    return false;
  }
}
