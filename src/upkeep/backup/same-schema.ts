import { OperatorError } from '../../common/app-error.js';
import type { BackupExtension, BackupHeader } from './backup-format.js';

/** What a backup says of the schema. */
type Schema = Pick<BackupHeader, 'migrations' | 'extensions'>;

/**
 * Compares the schema of a backup with that of the database which it is restored into. Extensions that the file does
 * not contain may be loaded.
 * @throws OperatorError
 */
export function assertSameSchema(path: string, theirs: Schema, ours: Schema): void {
  if (theirs.migrations.join() !== ours.migrations.join()) {
    throw new OperatorError(
      `${path} is of schema ${theirs.migrations.at(-1) ?? 'none'} and this Souk of ${ours.migrations.at(-1) ?? 'none'}; restore it with the Souk that made it, then upgrade.`,
    );
  }
  for (const extension of theirs.extensions ?? []) {
    const { name, version } = extension;
    const label = version === '' ? name : `${name} ${version}`;
    const loaded = ours.extensions?.find((one) => one.name === name);
    if (loaded === undefined) {
      throw new OperatorError(
        `${path} is of a shop with the extension ${label}, which is not loaded here; add it to SOUK_EXTENSIONS.`,
      );
    }
    if (!isSame(extension, loaded)) {
      throw new OperatorError(
        `${path} is of other migrations and tables of the extension ${name} than are loaded here; restore it with ${label}, then upgrade the extension.`,
      );
    }
  }
}

/** The order does not matter: it may differ where migrations were added to an extension out of order. */
function isSame(theirs: BackupExtension, ours: BackupExtension): boolean {
  return (['migrations', 'tables'] as const).every(
    (kind) => [...theirs[kind]].sort().join() === [...ours[kind]].sort().join(),
  );
}
