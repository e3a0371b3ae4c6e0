/**
 * Writes assets/console/icons.svg, the signs of the console in one file, from Lucide (https://lucide.dev, ISC license). Run it by
 * `npm run icons` after a change of the list in src/pages/icon.tsx; it downloads the package of Lucide, which the server does not need.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URL } from 'node:url';

const VERSION = '1.62.0';

const read = (path) => readFileSync(path, 'utf8');
const atRoot = (path) => new URL(`../${path}`, import.meta.url);

/** Names of Lucide, which the type of the sign lists. */
const [, names = ''] = /type IconName =([^;]*);/.exec(read(atRoot('src/pages/icon.tsx'))) ?? [];
const icons = [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);

const folder = mkdtempSync(join(tmpdir(), 'icons-'));
try {
  execFileSync('npm', [
    'pack',
    '--silent',
    `lucide-static@${VERSION}`,
    '--pack-destination',
    folder,
  ]);
  execFileSync('tar', ['xzf', `lucide-static-${VERSION}.tgz`], { cwd: folder });
  const packed = (path) => read(join(folder, 'package', path));
  const symbols = icons.map((name) => {
    const [, shapes = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(packed(`icons/${name}.svg`)) ?? [];
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replaceAll(/\s*\n\s*/g, '')}</symbol>`;
  });
  const license = packed('LICENSE').replaceAll(/-{2,}/g, '—').trim();
  const head = `<!--\nSigns of Lucide ${VERSION}, put together by build/icons.js.\n\n${license}\n-->`;
  const sprite = `${head}\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
  writeFileSync(atRoot('assets/console/icons.svg'), sprite);
} finally {
  rmSync(folder, { recursive: true });
}
