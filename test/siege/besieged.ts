import type { BuiltVersion } from '../../bench/git-version.js';
import { Faults } from '../support/faults.js';
import type { ProcessFigures } from '../scale/watched-server.js';
import type { ProbeFigures } from './attacks/probe.js';
import { mebibytes } from './figures.js';
import { BOUNDS, type Amounts, type Scenario } from './scenario.js';
import { Target } from './target.js';
import { versions } from './versions.js';

const MEBIBYTE = 2 ** 20;

/** The parameters of a case. */
export interface Siege {
  readonly target: Target;
  readonly amounts: Amounts;
  readonly faults: Faults;
  readonly say: (line: string) => void;
}

/** Attacks. @returns in words what was seen besides the measurements of every case */
export type Case = (siege: Siege) => Promise<string>;

/** Brings about what an attack needs; nothing is measured yet. @returns the attack */
export type Preparation = (siege: Siege) => Promise<Case>;

/**
 * A case as a scenario: on each version, with an honest caller beside it, and what has to hold in every case looked at
 * afterwards. Only the present version's faults count.
 * @param mostWorkMs that the main thread may work without a break
 * @param settings of the server, besides those of all cases
 */
export function besieged(
  title: string,
  attack: Case,
  mostWorkMs = Infinity,
  settings: Readonly<Record<string, string>> = {},
): Scenario {
  return besiegedAfter(title, () => Promise.resolve(attack), mostWorkMs, settings);
}

/** The same with an attack that is prepared. */
export function besiegedAfter(
  title: string,
  prepare: Preparation,
  mostWorkMs = Infinity,
  settings: Readonly<Record<string, string>> = {},
): Scenario {
  return {
    title,
    run: async (_random, amounts, say) => {
      const told: string[] = [];
      let last: readonly string[] = [];
      for (const version of await versions(amounts.before)) {
        const { text, faults } = await once(
          version,
          amounts,
          { prepare, mostWorkMs, settings },
          say,
        );
        const broken = faults.length > 0 ? `; BROKEN: ${faults.join(', ')}` : '';
        told.push(`**${version.name}**: ${text}${broken}`);
        say(told.at(-1) ?? '');
        last = faults;
      }
      return { did: told.join('<br>'), faults: last };
    },
  };
}

interface BesiegedCase {
  readonly prepare: Preparation;
  readonly mostWorkMs: number;
  readonly settings: Readonly<Record<string, string>>;
}

async function once(
  version: BuiltVersion,
  amounts: Amounts,
  { prepare, mostWorkMs, settings }: BesiegedCase,
  say: (line: string) => void,
): Promise<{ text: string; faults: readonly string[] }> {
  const target = await Target.start(version, amounts, settings);
  const faults = new Faults();
  const siege = { target, amounts, faults, say };
  const attack = await prepare(siege);
  await target.figures();
  await target.server.forgetPeak();
  const before = await target.server.residentBytes();
  const prober = await target.attack('probe', undefined);
  const seen = await attack(siege);
  const probed = await prober.stop();
  const figures = await target.figures();
  const work = figures?.longestWork;
  const after = await target.server.peakBytes();
  const ending = await endOf(target, faults);
  const resident = `${mebibytes(before)} → ${mebibytes(after)} resident`;
  judge(probed, after, faults);
  if (mostWorkMs < Infinity) faults.limit('work', work ?? Infinity, mostWorkMs, 'ms');
  const words = [seen, gapOf(probed), workOf(figures), resident, ending];
  return { text: words.filter((word) => word !== '').join('; '), faults: faults.list };
}

function judge(probed: ProbeFigures, peak: number, faults: Faults): void {
  faults.limit('the gap between two pings', probed.longestGapMs, BOUNDS.longestGapMs, 'ms');
  faults.limit('resident memory', peak / MEBIBYTE, BOUNDS.residentMebibytes, 'MiB');
  if (probed.failed > 0) faults.add('pings had no answer', String(probed.failed));
}

function gapOf({ longestGapMs, longestKeptMs, medianMs, failed }: ProbeFigures): string {
  const usual = Number.isNaN(medianMs) ? 'never an answer' : `median ${medianMs.toFixed(1)} ms`;
  const without = failed > 0 ? `, ${failed} without an answer` : '';
  return `ping gap ${longestGapMs.toFixed(0)} ms (${usual}, longest on an open connection ${longestKeptMs.toFixed(0)} ms${without})`;
}

function workOf(figures: ProcessFigures | undefined): string {
  if (!figures) return 'stands still';
  const { longestWork, longestPause } = figures;
  return `event loop held up for ${longestPause.toFixed(0)} ms, by ${longestWork.toFixed(0)} ms of work`;
}

/** The connections that are left, and whether the server obeys SIGTERM. */
async function endOf(target: Target, faults: Faults): Promise<string> {
  const left = await target.connectionsInWords();
  const begun = performance.now();
  const code = await target.stop(BOUNDS.stopSeconds);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (code === 0) return `connections left: ${left}; stopped in ${seconds} s`;
  faults.add(`the server ended with ${code} after SIGTERM`);
  return `connections left: ${left}; did not stop in order (${code})`;
}
