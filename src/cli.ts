#!/usr/bin/env node
import { nodeVersionSentence } from './start/node-version.js';

const sentence = nodeVersionSentence(process.versions.node);
if (sentence === undefined) {
  (await import('./start/compile-cache.js')).keepCompiledModules();
  const { processEnvironment } = await import('./config/environment.js');
  const { runCommandLine } = await import('./start/run-command-line.js');
  process.exitCode = await runCommandLine(process.argv.slice(2), processEnvironment, process);
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
