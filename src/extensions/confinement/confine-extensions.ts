import type { INestApplication } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants.js';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { RouteOfExtension } from '../../common/http/extension-routes.js';
import { ownersOf } from '../../common/module-owners.js';
import { layersOf, requestsOf } from '../../common/http/routes.js';
import type { SoukHttpAdapter } from '../../common/http/server/souk-http-adapter.js';
import { modulesOf } from '../connect-ports.js';
import type { LoadedExtension } from '../extension.js';
import type { OwnRequests } from './confined-answers.js';
import { ownEnhancersOf, setEnhancers } from './own-enhancers.js';
import { confineMiddleware, type LoadedModule } from './own-middleware.js';
import { actsOnSouk } from './router-guard.js';

/**
 * Confines guards, pipes, interceptors, filters and middleware of each extension to its own routes. It is called after the
 * modules were loaded, before Souk adds its middleware and before `app.init()`, which gives the routes what is theirs.
 * @returns the requests of each extension that has routes
 * @throws OperatorError where one would act on all routes
 */
export async function confineExtensions(
  app: INestApplication,
  adapter: SoukHttpAdapter,
  extensions: readonly LoadedExtension[],
  routes: readonly RouteOfExtension[],
): Promise<readonly OwnRequests[]> {
  if (extensions.length === 0) return [];
  const owned: OwnRequests[] = [];
  const owners = await ownersOf(modulesOf(extensions));
  const modules = [...app.get(ModulesContainer).values()];
  const soukConfig = assertSoukAlone(
    modules.filter(({ metatype }) => !owners.has(metatype)),
    adapter,
    extensions,
  );
  for (const { definition } of extensions) {
    const enhancers = await ownEnhancersOf(definition);
    const own = modules.filter(({ metatype }) => owners.get(metatype) === definition.name);
    const configs = own.map(configOf).filter((config) => config !== soukConfig);
    setEnhancers(enhancers, configs);
    const filters = [
      ...configs.flatMap((config) => config.getGlobalFilters()),
      ...enhancers.moved
        .filter(({ metadata }) => metadata === EXCEPTION_FILTERS_METADATA)
        .flatMap(({ token }) => sharedInstance(app, token) ?? []),
    ];
    const names = new Set(
      routes
        .filter(({ extension }) => extension === definition.name)
        .map(({ method, path }) => `${method} ${shortened(adapter.normalizePath(path))}`),
    );
    const isOwn = requestsOf(({ method, path }) =>
      [method, 'ALL'].some((one) => names.has(`${one} ${shortened(path)}`)),
    );
    for (const module of own) confineMiddleware(module, { isOwn, filters });
    if (names.size > 0) owned.push({ extension: definition.name, isOwn });
  }
  return owned;
}

/**
 * Also keeps the configuration as it is.
 * @returns what Souk has configured for all routes
 */
function assertSoukAlone(
  modules: readonly LoadedModule[],
  adapter: SoukHttpAdapter,
  extensions: readonly LoadedExtension[],
): ApplicationConfig | undefined {
  const [config] = modules.map(configOf);
  const own = new Set<unknown>();
  for (const { providers } of modules) for (const one of providers.values()) own.add(one.instance);
  const lists = Object.values(Object.freeze(config) as object).filter((one) => Array.isArray(one));
  const isSouks = lists.every((list) => Object.freeze(list).every((one) => own.has(one)));
  if (!isSouks) throw actsOnSouk(extensions, 'changes the configuration of all routes');
  // Nest's own is the first one; of what has added another, only packages are not known by their stack.
  if (layersOf(adapter.getInstance()).length > 1) {
    throw actsOnSouk(extensions, 'adds middleware or a route to Express itself');
  }
  return config;
}

function configOf(module: LoadedModule): ApplicationConfig {
  return module.getProviderByKey<ApplicationConfig>(ApplicationConfig).instance;
}

/** The routes of a controller without a path end with a slash in Express. */
function shortened(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

/** Undefined for what is made for each request. */
function sharedInstance(app: INestApplication, token: symbol): object | undefined {
  try {
    return app.get<object | undefined>(token, { strict: false });
  } catch {
    return undefined;
  }
}
