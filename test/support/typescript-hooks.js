import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pid } from 'node:process';
import { threadId } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
/** Transpiled files by the hash of their source. Without this cache each thread that a test starts needs a second. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/souk-typescript');

/**
 * Lets plain Node import the project's TypeScript. Jest transforms test files only: its global
 * setup is imported by Node itself, which neither finds `x.ts` behind an import of `x.js` nor
 * understands parameter properties.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const source = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return nextResolve(source ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.ts')) return nextLoad(url, context);
    return { format: 'module', shortCircuit: true, source: transpiled(fileURLToPath(url)) };
  },
});

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
 * @param {string} fileName
 * @param {string} source
 */
function transpile(fileName, source) {
  const ts = require('typescript');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      inlineSourceMap: true,
    },
    fileName,
  });
  return outputText;
}
