/**
 * Writes assets/console/icons.svg, the signs of the console in one file, from Lucide (https://lucide.dev, ISC license). Run it by
 * `npm run icons` after a change of the list below; it downloads the package of Lucide, which the server does not need.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URL } from 'node:url';

const VERSION = '1.62.0';

/** Names of Lucide, in the order of the alphabet. */
const ICONS = [
  'arrow-left',
  'boxes',
  'chart-column',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-user',
  'history',
  'hourglass',
  'key-round',
  'layout-grid',
  'menu',
  'percent',
  'receipt-text',
  'search',
  'store',
  'sun',
  'triangle-alert',
  'truck',
  'undo-2',
  'user-cog',
  'users',
  'users-round',
  'x',
];

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
  const read = (path) => readFileSync(join(folder, 'package', path), 'utf8');
  const symbols = ICONS.map((name) => {
    const [, shapes = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(read(`icons/${name}.svg`)) ?? [];
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replaceAll(/\s*\n\s*/g, '')}</symbol>`;
  });
  const license = read('LICENSE').replaceAll(/-{2,}/g, '—').trim();
  const head = `<!--\nSigns of Lucide ${VERSION}, put together by build/icons.js.\n\n${license}\n-->`;
  const sprite = `${head}\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
  writeFileSync(new URL('../assets/console/icons.svg', import.meta.url), sprite);
} finally {
  rmSync(folder, { recursive: true });
}
