import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

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
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      inlineSourceMap: true,
    },
    fileName: file,
  });
  return outputText;
}
