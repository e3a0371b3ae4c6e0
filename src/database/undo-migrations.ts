import type { Client } from 'pg';
import { OperatorError } from '../common/app-error.js';
import type { ExtensionSchema } from './extension-schemas.js';
import { inTurn, runStep, schemaState, stepsOf, withClient, type Step } from './migrate.js';
import { MIGRATION_TIMEOUT_MS } from './run-migration.js';

/**
 * Takes back migrations of an extension, the newest first.
 * @param last the class of the last one that is taken back; by default the newest one alone.
 * @returns their names. @throws OperatorError
 */
export function undoMigrations(
  url: string,
  extension: ExtensionSchema,
  last?: string,
): Promise<string[]> {
  const undo = async (client: Client): Promise<string[]> => {
    const { done } = await schemaState(client);
    const steps = undoneSteps(extension, done, last);
    await withClient(url, async (observer) => {
      for (const step of steps) await runStep(step, client, observer, MIGRATION_TIMEOUT_MS);
    });
    return steps.map(({ name }) => name);
  };
  return inTurn(url, () => withClient(url, undo));
}

/** @throws OperatorError, before anything is changed */
function undoneSteps(
  extension: ExtensionSchema,
  done: readonly string[],
  last: string | undefined,
): Step[] {
  const { name } = extension;
  const newest = stepsOf(extension)
    .filter((step) => done.includes(step.name))
    .reverse();
  const index = newest.findIndex(({ migration }) => last === undefined || migration.name === last);
  if (index < 0) {
    const what = last === undefined ? 'No migration' : `No migration ${last}`;
    throw new OperatorError(`${what} of the extension ${name} has run.`);
  }
  const steps = newest.slice(0, index + 1).map((step) => ({ ...step, isUndone: true }));
  const lasting = steps.find(({ migration }) => new migration().down === undefined);
  if (!lasting) return steps;
  throw new OperatorError(
    `The migration ${lasting.migration.name} of the extension ${name} has no "down"; nothing was taken back.`,
  );
}
