import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';

/** A module of an extension, as the extension gives it. */
export interface ModuleOfExtension {
  readonly extension: string;
  readonly module: Type | DynamicModule;
}

type Imported = Type | DynamicModule | ForwardReference<() => Type>;

/** The extension of each module that extensions bring along. */
export async function ownersOf(modules: readonly ModuleOfExtension[]): Promise<Map<Type, string>> {
  const owners = new Map<Type, string>();
  for (const { extension, module } of modules) {
    for (const one of await modulesBelow(module)) {
      const type = moduleType(one);
      if (!owners.has(type)) owners.set(type, extension);
    }
  }
  return owners;
}

/** A module, and those that it brings along, as they are imported. */
export async function modulesBelow(root: Type | DynamicModule): Promise<Set<Type | DynamicModule>> {
  const found = new Set<Type | DynamicModule>();
  const add = async (imported: Imported | undefined): Promise<void> => {
    // Nest says what is wrong with it.
    if (!imported) return;
    const module = 'forwardRef' in imported ? imported.forwardRef() : imported;
    if (found.has(module)) return;
    found.add(module);
    const [type, more] = 'module' in module ? [module.module, module.imports] : [module, undefined];
    const listed = Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) as Imported[] | undefined;
    for (const one of [...(more ?? []), ...(listed ?? [])]) await add((await one) as Imported);
  };
  await add(root);
  return found;
}

export function moduleType(module: Type | DynamicModule): Type {
  return 'module' in module ? module.module : module;
}
