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
  const add = async (extension: string, imported: Imported): Promise<void> => {
    const module = 'forwardRef' in imported ? imported.forwardRef() : imported;
    const type = 'module' in module ? module.module : module;
    const more = 'module' in module ? [...(module.imports ?? [])] : [];
    if (!owners.has(type)) {
      owners.set(type, extension);
      const listed = Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) as Imported[] | undefined;
      more.push(...(listed ?? []));
    }
    for (const one of more) await add(extension, (await one) as Imported);
  };
  for (const { extension, module } of modules) await add(extension, module);
  return owners;
}
