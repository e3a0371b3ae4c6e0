/**
 * The oldest Node on which Souk runs, the first one with argon2; the npm package `node` installs one for the checkout.
 */
const OLDEST_MAJOR = 24;
const OLDEST_MINOR = 7;

/**
 * One sentence for a user whose Node is too old. Call it before other modules are imported, since on an old Node they
 * may fail to load with errors that do not name the cause. For the same reason this file imports nothing.
 * @param version the value of `process.versions.node`.
 * @returns undefined when this Node is new enough.
 */
export function nodeVersionSentence(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_MAJOR || (major === OLDEST_MAJOR && minor >= OLDEST_MINOR)) return undefined;
  return `Souk needs Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or newer, and this is Node ${version}; in a checkout, "npm start" and "npm run souk" bring their own.`;
}
