import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeHistory, type KeptHistory } from './history-file.js';
import type { History } from './history.js';
import { judge, type JudgeOptions, type Judgement } from './judgement.js';
import { Recorder } from './recorder.js';

/** What became of the histories of a scenario. */
export interface Judged {
  /** In words for the table: how much was judged. */
  readonly told: string;
  readonly faults: readonly string[];
}

const NEW_ORDER = '/client/api/newOrder/';

/** Recorders of scenarios; what they record has to be judged. */
const recorders = new Set<Recorder>();
/** Those of which something was judged already. */
const judgedBefore = new WeakSet<Recorder>();

/** Histories with faults, which nobody has written to files yet. */
const faulty: (KeptHistory & { readonly pictures: readonly string[] })[] = [];

/** A recorder whose history has to be judged before its scenario ends. */
export function scenarioRecorder(): Recorder {
  const recorder = new Recorder();
  recorders.add(recorder);
  return recorder;
}

/**
 * Judges what clients saw since the last time. A history is judged in parts where the shop itself has lost something in between, as
 * a restored one has.
 */
export function judgedFaults(recorder: Recorder, options: JudgeOptions = {}): Judged {
  const history = recorder.take();
  const isLater = judgedBefore.has(recorder);
  judgedBefore.add(recorder);
  if (isLater && !options.readsOnly && !holdsOrders(history))
    return { told: 'no order came after that', faults: [] };
  try {
    const judgement = judge(history, options);
    const faults = faultsOf(judgement);
    const pictures = judgement.contradictions.map(({ svg }) => svg);
    if (faults.length > 0) faulty.push({ history, options, pictures });
    return { told: told(judgement), faults };
  } catch (error) {
    const { message } = error as Error;
    return { told: 'nothing was judged', faults: [message] };
  }
}

/** For a scenario whose orders the judge does not understand: such as those of another release. */
export function leaveUnjudged(recorder: Recorder): void {
  recorders.delete(recorder);
}

/**
 * Faults for what was recorded since the last call and that nobody has judged. Once a history was judged, a few reads may follow, as of
 * clients that are still closing; an order may not.
 */
export function unjudgedFaults(): string[] {
  const all = [...recorders];
  recorders.clear();
  const left = all.filter((recorder) => {
    const history = recorder.take();
    return judgedBefore.has(recorder) ? holdsOrders(history) : holdsAnything(history);
  });
  return left.map(() => 'nobody has judged what clients saw');
}

/** Writes the histories in which faults were found since the last time, and their pictures. @returns the files of the histories */
export async function keepFaulty(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [index, { history, options, pictures }] of faulty.splice(0).entries()) {
    const own = join(folder, String(index + 1));
    await mkdir(own, { recursive: true });
    const file = join(own, 'history.jsonl');
    await writeHistory(file, history, options);
    for (const [number, svg] of pictures.entries()) {
      await writeFile(join(own, `contradiction-${number + 1}.svg`), svg);
    }
    files.push(file);
  }
  return files;
}

function told({ counts, gaps }: Judgement): string {
  const parts = Object.entries(counts)
    .filter(([, { operations }]) => operations > 0)
    .map(([name, { subjects, operations }]) =>
      name === 'codes' ? `${operations} codes` : `${subjects} × ${name} (${operations} operations)`,
    );
  const inGaps = gaps.length > 0 ? `; ${gaps.length} placed in a gap of decision 17` : '';
  return `judged: ${parts.join(', ')}${inGaps}`;
}

function faultsOf({ contradictions, undecided }: Judgement): string[] {
  return [
    ...contradictions.map(({ text }) => `a contradiction: ${text}`),
    ...undecided.map((subject) => `too long to be judged: ${subject}`),
  ];
}

function holdsAnything({ calls, messages }: History): boolean {
  return calls.length > 0 || messages.length > 0;
}

function holdsOrders({ calls }: History): boolean {
  return calls.some(({ request }) => request.path.startsWith(NEW_ORDER));
}
