import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

/**
 * Builds dist/ when the content of what it is made of has changed since it was built; otherwise does nothing. Each npm
 * script that runs dist/ calls this first, so it is plain JavaScript and imports no package.
 *
 * The compiler writes into a folder beside dist/, which a rename then puts in its place: two of these at a time, and a
 * compiler that fails or is killed, never leave half a build.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const COMPILER = join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
/** What dist/ is made of besides src/; this file decides on it, too. */
const SETTINGS = [
  'build/build.js',
  'nest-cli.json',
  'package-lock.json',
  'tsconfig.build.json',
  'tsconfig.json',
];
/** In dist/, the digest of what it was made of. */
const DIGEST_FILE = '.built-from';
/** Folders that are no dist/ yet, or no more. They stand beside it, so that relative paths in source maps fit. */
const ASIDE = '.dist-';
/** What a killed build has left is removed after this time. */
const ABANDONED_MS = 3_600_000;
/** Each failure means that another build was put in place in between. */
const TRIES = 10;

const digest = digestOfSources();
if (builtFrom() !== digest && !build()) process.exitCode = 1;

/** Contents count and times do not, since a checkout changes them at will. */
function digestOfSources() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const sum = createHash('sha256');
  for (const name of [...sources.sort(), ...SETTINGS]) {
    const content = readFileSync(join(ROOT, name));
    sum.update(`${name}\0${content.length}\0`).update(content);
  }
  return sum.digest('hex');
}

/** @returns the digest of what dist/ was made of; undefined when that is not known, or there is no dist/. */
function builtFrom() {
  try {
    return readFileSync(join(DIST, DIGEST_FILE), 'utf8');
  } catch {
    return undefined;
  }
}

/** @returns false when the compiler has failed, and said why; what was built before stays. */
function build() {
  removeAbandoned();
  const draft = aside();
  mkdirSync(draft);
  process.stderr.write('Building Souk; this takes a minute.\n');
  try {
    if (!compiledInto(draft)) return false;
    // npx runs it as a program.
    chmodSync(join(draft, 'cli.js'), 0o755);
    // A source that was edited meanwhile may be missing: such a build is used once, and the next start builds again.
    if (digestOfSources() === digest) writeFileSync(join(draft, DIGEST_FILE), digest);
    putInPlace(draft);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function aside() {
  return join(ROOT, `${ASIDE}${randomUUID()}`);
}

function removeAbandoned() {
  for (const name of readdirSync(ROOT).filter((entry) => entry.startsWith(ASIDE))) {
    const folder = join(ROOT, name);
    const written = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - written > ABANDONED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function compiledInto(folder) {
  const config = join(folder, 'tsconfig.json');
  const settings = { extends: '../tsconfig.build.json', compilerOptions: { outDir: '.' } };
  writeFileSync(config, JSON.stringify(settings));
  const words = [COMPILER, 'build', '--path', relative(ROOT, config)];
  const { status } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' });
  rmSync(config, { force: true });
  return status === 0;
}

/**
 * Another build may be put in place at the same time; if it is of the same sources, it stays, since somebody may be
 * loading it.
 * @param {string} draft
 */
function putInPlace(draft) {
  for (let tries = 1; builtFrom() !== digest; tries++) {
    try {
      const before = moveAside();
      renameSync(draft, DIST);
      if (before !== undefined) rmSync(before, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/** @returns where the dist/ is now that was there; undefined when there was none. */
function moveAside() {
  const before = aside();
  try {
    renameSync(DIST, before);
    return before;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
