import { Inject, Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { undoMigrations } from '../../database/undo-migrations.js';
import { ShopExtensions } from './shop-extensions.js';

/** Takes back what migrations of extensions have made, such as before an older version of one is loaded. */
@Injectable()
export class ExtensionMigrations {
  constructor(
    private readonly extensions: ShopExtensions,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /**
   * @param last the class of the last one that is taken back; by default the newest one alone.
   * @returns the names of those that were taken back, the newest first. @throws OperatorError
   */
  undo(name: string, last?: string): Promise<string[]> {
    const loaded = this.extensions.loaded.find(({ definition }) => definition.name === name);
    if (loaded) return undoMigrations(this.config.DATABASE_DIRECT_URL, loaded.definition, last);
    throw new OperatorError(
      `The extension ${name} is not loaded; name its version that has the migrations in SOUK_EXTENSIONS.`,
    );
  }
}
