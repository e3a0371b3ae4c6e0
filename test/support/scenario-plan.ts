import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** Options with their values; texts where something is named rather than counted. */
export type AnyAmounts = Readonly<Record<string, number | string>>;

/** What the command line asks for. */
export interface ScenarioPlan<Amounts> {
  readonly seed: number;
  /** Of the scenarios to run. */
  readonly names: readonly string[];
  readonly amounts: Amounts;
}

/** An option that does not exist, or a value that it cannot have. */
export class ScenarioOptionError extends Error {}

/**
 * Reads the options of the command line: `--seed`, `--only` and one for each amount.
 * @throws ScenarioOptionError
 */
export function planOf<Amounts extends AnyAmounts>(
  words: readonly string[],
  scenarios: readonly string[],
  defaults: Amounts,
): ScenarioPlan<Amounts> {
  const { seed, only, ...given } = optionsOf(words, ['seed', 'only', ...Object.keys(defaults)]);
  const names = only?.split(',') ?? scenarios;
  const unknown = names.find((name) => !scenarios.includes(name));
  if (unknown !== undefined) throw new ScenarioOptionError(`there is no scenario "${unknown}"`);
  const amounts = Object.entries(given).map(
    ([name, text]) =>
      [name, typeof defaults[name] === 'string' ? text : countOf(name, text)] as const,
  );
  return {
    seed: seed === undefined ? randomInt(2 ** 31) : countOf('seed', seed),
    names,
    amounts: { ...defaults, ...Object.fromEntries<unknown>(amounts) },
  };
}

function optionsOf(words: readonly string[], names: readonly string[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new ScenarioOptionError(sentence, { cause: error });
  }
}

function countOf(name: string, text = ''): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new ScenarioOptionError(`--${name} needs a number, not "${text}"`);
}
