import { Catch, Inject, Module, type DynamicModule, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/constants.js';
import * as nest from '@nestjs/core';
import { modulesBelow } from '../../common/module-owners.js';
import type { ExtensionDefinition } from '../extension.js';

/** What a module declares for all controllers, what it sets for them, and the metadata by which one controller names it. */
const KINDS = [
  { declared: nest.APP_GUARD, set: 'getGlobalGuards', metadata: GUARDS_METADATA },
  { declared: nest.APP_INTERCEPTOR, set: 'getGlobalInterceptors', metadata: INTERCEPTORS_METADATA },
  { declared: nest.APP_PIPE, set: 'getGlobalPipes', metadata: PIPES_METADATA },
  { declared: nest.APP_FILTER, set: 'getGlobalFilters', metadata: EXCEPTION_FILTERS_METADATA },
] as const;

/** A provider that was declared for all controllers. */
interface MovedProvider {
  readonly metadata: string;
  /** In the module that declares it. */
  readonly token: symbol;
  /** In the modules of controllers. */
  readonly alias: symbol;
  /** What controllers name. */
  readonly enhancer: Type;
}

/** The controllers of an extension, and what it declares for all controllers. */
export interface OwnEnhancers {
  readonly controllers: ReadonlySet<Type>;
  readonly moved: readonly MovedProvider[];
}

type Holder = Type | DynamicModule;
type List = 'imports' | 'providers' | 'controllers' | 'exports';

// Modules live as long as the process, which may create several applications.
const known = new WeakMap<ExtensionDefinition, Promise<OwnEnhancers>>();
const movedOutOf = new WeakMap<Holder, MovedProvider[]>();
const owned = new WeakSet<Type>();
const added = new WeakSet();

/**
 * Makes what an extension declares for all controllers (APP_GUARD and the like) enhancers of its own controllers, before Nest
 * reads its modules: it would also make each controller anew for each request where such a provider is request-scoped.
 */
export function ownEnhancersOf(definition: ExtensionDefinition): Promise<OwnEnhancers> {
  const enhancers = known.get(definition) ?? moveEnhancers(definition);
  known.set(definition, enhancers);
  return enhancers;
}

async function moveEnhancers({ module: root }: ExtensionDefinition): Promise<OwnEnhancers> {
  const modules = root === undefined ? [] : [...(await modulesBelow(root))];
  const declaring = modules.filter((module) => holdersOf(module).flatMap(moveOutOf).length > 0);
  const moved = [...new Set(declaring.flatMap(holdersOf).flatMap(moveOutOf))];
  @Module({
    imports: declaring,
    providers: moved.map(({ alias: provide, token: useExisting }) => ({ provide, useExisting })),
    exports: moved.map(({ alias }) => alias),
  })
  class EnhancersModule {}
  const controllers = new Set<Type>();
  for (const holder of new Set(modules.flatMap(holdersOf))) {
    // What is set in a configuration of its own does not reach the controllers of Souk.
    const useFactory = () => new nest.ApplicationConfig();
    append(holder, 'providers', [{ provide: nest.ApplicationConfig, useFactory }]);
    // A module that two extensions bring along is the first one's.
    const own = listOf<Type>(holder, 'controllers').filter((one) => !owned.has(one));
    if (own.length > 0) append(holder, 'imports', [EnhancersModule]);
    for (const controller of own) for (const set of [owned, controllers]) set.add(controller);
  }
  setEnhancers({ controllers, moved }, []);
  return { controllers, moved };
}

/**
 * Lets the controllers of an extension name its enhancers before their own, as Nest orders them.
 * @param configs those of its modules.
 */
export function setEnhancers(
  { controllers, moved }: OwnEnhancers,
  configs: readonly nest.ApplicationConfig[],
): void {
  for (const { set, metadata } of KINDS) {
    const declared = moved.filter((one) => one.metadata === metadata);
    const first = [
      ...configs.flatMap((config) => config[set]() as object[]),
      ...declared.map(({ enhancer }) => enhancer),
    ];
    for (const enhancer of first) added.add(enhancer);
    for (const controller of controllers) {
      const named = (Reflect.getMetadata(metadata, controller) ?? []) as object[];
      // Without those of an earlier application, and of a controller that this one extends.
      const others = named.filter((one) => !added.has(one));
      Reflect.defineMetadata(metadata, [...first, ...others], controller);
    }
  }
}

/** The lists of a dynamic module are its own, and those of its class. */
function holdersOf(module: Holder): Holder[] {
  return 'module' in module ? [module, module.module] : [module];
}

function listOf<Item>(holder: Holder, name: List): Item[] {
  const list: unknown = 'module' in holder ? holder[name] : Reflect.getMetadata(name, holder);
  return (list ?? []) as Item[];
}

function append(holder: Holder, name: List, items: unknown[], before = listOf(holder, name)): void {
  const list = [...before, ...items];
  if ('module' in holder) Object.assign(holder, { [name]: list });
  else Reflect.defineMetadata(name, list, holder);
}

function moveOutOf(holder: Holder): MovedProvider[] {
  const moved = movedOutOf.get(holder) ?? [];
  if (movedOutOf.has(holder)) return moved;
  movedOutOf.set(holder, moved);
  const providers = listOf<{ provide?: unknown } | undefined>(holder, 'providers').map((one) => {
    const kind = KINDS.find(({ declared }) => declared === one?.provide);
    if (!kind) return one;
    const [token, alias] = [Symbol(kind.declared), Symbol(kind.declared)];
    moved.push({ metadata: kind.metadata, token, alias, enhancer: enhancerBy(alias) });
    return { ...one, provide: token };
  });
  if (moved.length === 0) return moved;
  const exported = moved.map(({ token }) => token);
  append(holder, 'providers', [], providers);
  append(holder, 'exports', exported);
  return moved;
}

/** A class whose instance is the enhancer itself, since metadata names only classes and objects. */
function enhancerBy(alias: symbol): Type {
  const Enhancer = function (enhancer: object | null | undefined): object {
    return enhancer ?? new NoEnhancer();
  };
  Inject(alias)(Enhancer, undefined, 0);
  return Enhancer as unknown as Type;
}

/** Stands for what a factory gives on purpose instead of an enhancer. As a filter it catches only what nobody throws. */
class NoEnhancer {
  canActivate = (): boolean => true;
  intercept = (_context: unknown, next: { handle(): unknown }): unknown => next.handle();
  transform = (value: unknown): unknown => value;
  catch = (): void => undefined;
}
Catch(NoEnhancer)(NoEnhancer);
