// Does at build time what Souk does at its first start where it may write to its own folder.
import process from 'node:process';
import { completePackage, resolvePackage } from '../dist/database/embedded/index.js';

const native = resolvePackage();
if (native === undefined) {
  process.stderr.write(
    'There is no embedded PostgreSQL for this platform: DATABASE_URL is needed.\n',
  );
} else if (!(await completePackage(native))) {
  process.stderr.write(`The embedded PostgreSQL in ${native} is incomplete.\n`);
  process.exit(1);
}
