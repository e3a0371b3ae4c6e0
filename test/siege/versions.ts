import { presentVersion, versionOf, type BuiltVersion } from '../../bench/git-version.js';

let built: Promise<BuiltVersion[]> | undefined;

/**
 * What is besieged, the oldest first; built when first asked for.
 * @param before a commit to besiege beside this checkout; none when empty.
 */
export function versions(before: string): Promise<readonly BuiltVersion[]> {
  built ??= Promise.all([...(before === '' ? [] : [versionOf(before)]), presentVersion()]);
  return built;
}

/** Takes away what was built. */
export async function removeVersions(): Promise<void> {
  for (const version of (await built) ?? []) await version.remove();
}
