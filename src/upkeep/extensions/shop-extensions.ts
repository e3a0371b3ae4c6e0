import { Injectable } from '@nestjs/common';
import type { ExtensionSchema } from '../../database/extension-schemas.js';
import type { PortNames } from './recorded-ports.js';

/** A table of an extension, as a backup must know it. */
export interface ExtensionTable {
  readonly name: string;
  readonly singleRow?: true;
  readonly identity?: 'id';
}

/** An extension that this process has loaded. */
export interface ShopExtension {
  readonly definition: ExtensionSchema & {
    readonly tables?: readonly ExtensionTable[];
    readonly uses?: readonly string[];
  };
  readonly version: string | undefined;
  /** Undefined in a command that has not asked the extension for its ports. */
  readonly ports?: PortNames;
}

/** Holds the extensions of this process. It is filled once, before the first command, request or job. */
@Injectable()
export class ShopExtensions {
  private extensions: readonly ShopExtension[] = [];

  get loaded(): readonly ShopExtension[] {
    return this.extensions;
  }

  /** @param extensions in the order of SOUK_EXTENSIONS. */
  use(extensions: readonly ShopExtension[]): void {
    this.extensions = extensions;
  }
}
