/**
 * The PostgreSQL that Souk brings along. Files outside of this folder import this one only; dependency-cruiser checks it.
 */
export { EmbeddedPostgresError } from './embedded-postgres-error.js';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
export { freeBytes } from './data-folder.js';
export { DISK_IS_FULL, FULL_BYTES } from './full-disk.js';
export { loadSecretKeys } from './secret-key-file.js';
// The build of the image completes the package, since its file system is read-only later.
export { completePackage, resolvePackage } from './postgres-package.js';
// Specs change settings of a running server, end abandoned ones, run one statement as the superuser, and take turns.
export { openDataFolder } from './data-folder.js';
export { findBinaries, programPath } from './postgres-binaries.js';
export { findServer } from './postgres-server.js';
export { hasUsers, withLock } from './process-lock.js';
export { dataArgument, run } from './process-runner.js';
export { stopServer } from './server-start.js';
