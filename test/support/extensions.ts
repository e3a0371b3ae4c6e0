import type { ExtensionDefinition, LoadedExtension } from '../../src/extensions/extension.js';
import { portNames, type PortNames } from '../../src/upkeep/extensions/recorded-ports.js';
import type { ShopExtension } from '../../src/upkeep/extensions/shop-extensions.js';

export type TestExtension = LoadedExtension & ShopExtension;

/** An extension as the loader would have loaded it. */
export function testExtension(
  definition: Partial<ExtensionDefinition> = {},
  { version = '1.2.0', ports = {} }: { version?: string; ports?: Partial<PortNames> } = {},
): TestExtension {
  return {
    definition: { name: 'acme', souk: '*', ...definition },
    source: 'acme-souk',
    url: 'file:///acme.js',
    version,
    settings: {},
    ports: { ...portNames({}), ...ports },
  };
}

interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The class of a migration that runs one statement. */
export function migration(name: string, sql: string) {
  const made = class {
    async up(runner: Runner): Promise<void> {
      await runner.query(sql);
    }
  };
  Object.defineProperty(made, 'name', { value: name });
  return made;
}
