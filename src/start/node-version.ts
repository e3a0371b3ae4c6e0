/** The oldest Node on which Souk runs; the npm package `node` brings a newer one along. */
const OLDEST_MAJOR = 24;

/**
 * What to tell somebody whose Node is older than Souk needs. Ask it before anything else is imported: on an older Node
 * other modules may fail to load, in words that help nobody. So this file imports nothing.
 * @param version as in `process.versions.node`.
 * @returns one sentence, or undefined when this Node will do.
 */
export function nodeVersionSentence(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return undefined;
  return `Souk needs Node ${OLDEST_MAJOR} or newer, and this is Node ${version}; in a checkout, "npm start" and "npm run souk" bring their own.`;
}
