import { nodeVersionSentence } from './start/node-version.js';

const sentence = nodeVersionSentence(process.versions.node);
if (sentence === undefined) {
  (await import('./start/compile-cache.js')).keepCompiledModules();
  const words = process.argv.slice(2);
  const workers = (await import('./start/workers/worker-settings.js')).workersToStart();
  if (workers > 1) await (await import('./start/primary.js')).runWorkers(words, workers);
  else await (await import('./start/server.js')).runServer(words);
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
