import process from 'node:process';
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** What Jest is given as its `vm` context. */
const SHARED_REALM = Symbol('the globals of this process');

const { runInContext } = vm.Script.prototype;
vm.Script.prototype.runInContext = function run(context, options) {
  return context === SHARED_REALM
    ? this.runInThisContext(options)
    : runInContext.call(this, context, options);
};

/**
 * Runs specs among the globals of their worker process, not in a `vm` context per file. So the modules that specs import
 * are loaded once in each worker (see `native-import-runtime.cjs`) instead of once in each of more than two hundred
 * files. What a spec file changes outside of its modules is put back when it ends.
 */
export default class SharedRealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #atStart = { env: { ...process.env }, exit: process.exit, cwd: process.cwd() };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return SHARED_REALM;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  async teardown() {
    const { env, exit, cwd } = this.#atStart;
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    // Jest wraps it for each file.
    process.exit = exit;
    process.chdir(cwd);
  }
}
