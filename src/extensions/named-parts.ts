import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { modulesBelow, moduleType } from '../common/module-owners.js';
import type { LoadedExtension } from './extension.js';

const { PROVIDERS, CONTROLLERS } = MODULE_METADATA;

/**
 * The extensions whose modules, services or controllers an error of Nest names, such as services that need each other: the
 * stack of such an error is Nest's alone.
 */
export async function extensionsNamedIn(
  error: unknown,
  extensions: readonly LoadedExtension[],
): Promise<LoadedExtension[]> {
  const { message = '' } = Error.isError(error) ? error : {};
  if (!/^(?:Nest |A circular dependency )/.test(message)) return [];
  const lines = message.split('\n');
  // Between these two is advice.
  const told = [lines[0], ...lines.filter((line) => line.startsWith('Scope '))].join(' ');
  const words = new Set(told.match(/[\w$]+/g));
  const found: LoadedExtension[] = [];
  for (const extension of extensions) {
    const { module } = extension.definition;
    const modules = module === undefined ? [] : [...(await modulesBelow(module))];
    if (modules.flatMap(namesIn).some((name) => words.has(name))) found.push(extension);
  }
  return found;
}

function namesIn(module: Type | DynamicModule): string[] {
  const type = moduleType(module);
  const parts = [PROVIDERS, CONTROLLERS].flatMap((list) => {
    const given: unknown = Reflect.get(module, list);
    return [given, Reflect.getMetadata(list, type)].flat() as unknown[];
  });
  return [type, ...parts].flatMap((part) => nameOf(part) ?? []);
}

/** Of a class, or of a provider with a token. */
function nameOf(part: unknown): string | undefined {
  const token: unknown =
    typeof part === 'object' && part !== null && 'provide' in part ? part.provide : part;
  return typeof token === 'function' ? token.name : undefined;
}
