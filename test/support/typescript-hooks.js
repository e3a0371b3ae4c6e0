import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { pid } from 'node:process';
import { URL, fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const require = createRequire(import.meta.url);
/** Compiled files by the hash of their source. A thread that a spec starts then loads no compiler. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/souk-typescript');
/** As tsconfig.json has it. */
const OPTIONS = {
  target: 'es2024',
  decorator: { legacy: true, emitDecoratorMetadata: true },
  typescript: { onlyRemoveTypeImports: true },
  jsx: { runtime: 'automatic', importSource: 'preact' },
  sourcemap: true,
};

/** What else decides about a compiled file. */
const COMPILER = `${JSON.stringify(OPTIONS)} ${require('rolldown/package.json').version}`;

const PROJECT = new URL('../../', import.meta.url).href;
/** What the project's sources import of packages, by name and conditions. All of them see the same packages. */
const packages = new Map();
/** Sources by the address of an import. */
const sources = new Map();

/**
 * Lets plain Node import the project's TypeScript, which it does neither find behind an import of `x.js` nor understand
 * where it has decorators. Threads and forked processes inherit these hooks with `--import`.
 */
registerHooks({
  // Node itself would look for packages around each file, which takes a third of the time of a start.
  resolve(specifier, context, nextResolve) {
    if (!isSource(context.parentURL)) return nextResolve(specifier, context);
    if (specifier.startsWith('.')) {
      const url = sourceOf(specifier, context.parentURL);
      return url ? { url, format: 'module', shortCircuit: true } : nextResolve(specifier, context);
    }
    if (!context.parentURL.startsWith(PROJECT)) return nextResolve(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const { url, format } = packages.get(key) ?? nextResolve(specifier, context);
    packages.set(key, { url, format });
    return { url, format, shortCircuit: true };
  },
  load(url, context, nextLoad) {
    if (!isSource(url)) return nextLoad(url, context);
    return { format: 'module', shortCircuit: true, source: compiled(fileURLToPath(url)) };
  },
});

/** @param {string | undefined} url */
function isSource(url) {
  return url !== undefined && URL.canParse(url) && /\.tsx?$/.test(new URL(url).pathname);
}

/**
 * The source behind an import of `x.js`: `x.ts`, or `x.tsx` for a page; undefined where there is none.
 * @param {string} specifier
 * @param {string | undefined} parentURL
 * @returns {string | undefined}
 */
function sourceOf(specifier, parentURL) {
  const { href } = new URL(specifier, parentURL);
  if (!sources.has(href)) {
    const candidates = ['.ts', '.tsx'].map((ending) => href.replace(/\.js$/, ending));
    sources.set(
      href,
      candidates.find((url) => isSource(url) && existsSync(new URL(url))),
    );
  }
  return sources.get(href);
}

/**
 * The name stands for the path, in the key and in the map of lines, so that all copies of the project share what is kept.
 * @param {string} file
 */
function compiled(file) {
  const [name, source] = [basename(file), readFileSync(file, 'utf8')];
  const kept = join(CACHE, `${hash('sha256', `${COMPILER}\n${name}\n${source}`)}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const made = compile(name, source);
    mkdirSync(CACHE, { recursive: true });
    // Several processes and threads may do so at once.
    const draft = `${kept}.${pid}.${threadId}`;
    writeFileSync(draft, made);
    renameSync(draft, kept);
    return made;
  }
}

/**
 * @param {string} name
 * @param {string} source
 */
function compile(name, source) {
  const { transformSync } = require('rolldown/utils');
  const { code, map, errors } = transformSync(name, source, OPTIONS);
  if (errors.length > 0) throw new SyntaxError(errors[0].message);
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`;
}
