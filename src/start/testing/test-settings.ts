import { OperatorError } from '../../common/app-error.js';
import { VARIABLES } from '../../config/variables.js';
import type { LoadedExtension } from '../../extensions/extension.js';

/** What a test shop decides itself, and how. */
const DECIDED: Readonly<Record<string, string>> = {
  PORT: 'it listens on a free port',
  HOST: 'it listens on 127.0.0.1',
  LOG_LEVEL: '"logs" gives lines of all levels but trace',
  SHUTDOWN_DELAY: '"close" stops it at once',
  SOUK_EXTENSIONS: '"extensions" names what it loads',
};

/** Refuses settings without an effect, in which a test would trust in vain. @throws OperatorError */
export function assertTestSettings(
  settings: Readonly<Record<string, string>>,
  extensions: readonly LoadedExtension[],
): void {
  const known = new Set(
    [VARIABLES, ...extensions.map(({ settings: own }) => own)].flatMap(Object.keys),
  );
  for (const name of Object.keys(settings)) {
    const decided = Object.hasOwn(DECIDED, name) ? DECIDED[name] : undefined;
    if (decided !== undefined) {
      throw new OperatorError(
        `startTestShop decides ${name} itself: ${decided}; leave the setting out.`,
      );
    }
    if (known.has(name)) continue;
    throw new OperatorError(
      `There is no setting ${name}, of Souk or of the extensions of this shop; correct its name.`,
    );
  }
}
