const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

let files = 0;

/** Jest's runtime, but spec files and all that they import are loaded by Node. Modules cannot be mocked then. */
module.exports = class NativeImportRuntime extends JestRuntime {
  unstable_shouldLoadAsEsm(path) {
    return path.endsWith('.spec.ts');
  }

  /** Imports a spec file. A watch run imports it again, so each import has an address of its own. */
  async unstable_importModule(path) {
    // Jest has set a function that knows the source maps of its own transforms only.
    Error.prepareStackTrace = undefined;
    globalThis.jest = this._createJestObjectFor(path);
    files += 1;
    await import(`${pathToFileURL(path).href}?file=${files}`);
  }
};
