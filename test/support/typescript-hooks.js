import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
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

/**
 * Lets plain Node import the project's TypeScript, which it does neither find behind an import of `x.js` nor understand
 * where it has decorators. Threads and forked processes inherit these hooks with `--import`.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const fromSource = specifier.startsWith('.') && isSource(context.parentURL);
    return nextResolve(fromSource ? sourceOf(specifier, context.parentURL) : specifier, context);
  },
  load(url, context, nextLoad) {
    if (!isSource(url)) return nextLoad(url, context);
    return { format: 'module', shortCircuit: true, source: transpiled(fileURLToPath(url)) };
  },
});

/** @param {string | undefined} url */
function isSource(url) {
  return url !== undefined && URL.canParse(url) && /\.tsx?$/.test(new URL(url).pathname);
}

/**
 * The source behind an import of `x.js`: `x.ts`, or `x.tsx` for a page.
 * @param {string} specifier
 * @param {string | undefined} parentURL
 */
function sourceOf(specifier, parentURL) {
  const page = specifier.replace(/\.js$/, '.tsx');
  const isPage = page !== specifier && existsSync(new URL(page, parentURL));
  return isPage ? page : specifier.replace(/\.js$/, '.ts');
}

/** @param {string} file */
function transpiled(file) {
  const source = readFileSync(file, 'utf8');
  const kept = join(CACHE, `${hash('sha256', `${file}\n${source}`)}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const made = transpile(file, source);
    mkdirSync(CACHE, { recursive: true });
    // Several processes and threads may do so at once.
    const draft = `${kept}.${pid}.${threadId}`;
    writeFileSync(draft, made);
    renameSync(draft, kept);
    return made;
  }
}

/**
 * @param {string} file
 * @param {string} source
 */
function transpile(file, source) {
  const { transformSync } = require('rolldown/utils');
  const { code, map, errors } = transformSync(file, source, OPTIONS);
  if (errors.length > 0) throw new SyntaxError(errors[0].message);
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`;
}
