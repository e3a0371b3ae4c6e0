#!/usr/bin/env node
import { nodeVersionSentence } from './start/node-version.js';

const sentence = nodeVersionSentence(process.versions.node);
if (sentence === undefined) {
  (await import('./start/compile-cache.js')).keepCompiledModules();
  await (await import('./start/run-command-line.js')).runProgram(process.argv.slice(2));
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
