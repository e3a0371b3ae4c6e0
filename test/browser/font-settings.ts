import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/souk-fonts/', import.meta.url));
const ARABIC = dirname(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-arabic/package.json')),
);

/**
 * Has fontconfig find Arabic letters, which a system without a desktop has no font for, besides the fonts of the system.
 * @param folders of more fonts
 * @returns environment variables for a program on Linux
 */
export async function fontSettings(
  folders: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  await mkdir(CACHE, { recursive: true });
  const file = join(CACHE, folders.length > 0 ? 'packaged.conf' : 'installed.conf');
  // Several processes may do so at once.
  const draft = join(CACHE, randomUUID());
  await writeFile(draft, settingsOf([...folders, ARABIC]));
  await rename(draft, file);
  return { FONTCONFIG_FILE: file };
}

function settingsOf(folders: readonly string[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `  <dir>${escaped(folder)}</dir>`).join('\n')}
  <cachedir>${escaped(CACHE)}</cachedir>
</fontconfig>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
