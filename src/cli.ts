#!/usr/bin/env node
import { nodeVersionSentence } from './start/node-version.js';

/** After this time a command ends although something is left running, such as a timer of an extension. */
const LEFT_RUNNING_MS = 2_000;

const sentence = nodeVersionSentence(process.versions.node);
if (sentence === undefined) {
  (await import('./start/compile-cache.js')).keepCompiledModules();
  await (await import('./start/run-command-line.js')).runProgram(process.argv.slice(2));
  // When nothing is left, the program ends before. What has been written goes first, also into a slow pipe.
  setTimeout(() => process.stdout.write('', () => process.exit()), LEFT_RUNNING_MS).unref();
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
