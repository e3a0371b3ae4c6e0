import { nodeVersionSentence } from './node-version.js';

const sentence = nodeVersionSentence(process.versions.node);
if (sentence === undefined) {
  (await import('./compile-cache.js')).keepCompiledModules();
  await (await import('./server.js')).runServer();
} else {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
