import { percentile, type Faults } from '../../support/faults.js';
import type { ProcessFigures, WatchedServer } from '../watched-server.js';
import type { Answers, Beside } from './beside.js';

const MEBIBYTE = 2 ** 20;

/** A part of an import, and what others were answered meanwhile. */
interface Phase {
  readonly name: string;
  readonly seconds: number;
  readonly answers: Answers;
  readonly peakMib: number;
  readonly figures: ProcessFigures;
}

/** Measures others' requests, the memory and the event loop in each part of an import. */
export class Phases {
  private readonly phases: Phase[] = [];

  constructor(
    private readonly server: WatchedServer,
    private readonly beside: Beside,
    private readonly faults: Faults,
  ) {}

  /** Measures what happens while some work goes on. */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    await this.beside.take();
    await this.server.figures();
    await this.server.forgetPeak();
    const begun = performance.now();
    const result = await work();
    const seconds = (performance.now() - begun) / 1_000;
    const figures = await this.server.figures();
    const answers = await this.beside.take();
    const peakMib = (await this.server.peakBytes()) / MEBIBYTE;
    this.phases.push({ name, seconds, answers, peakMib, figures });
    this.judge(name, answers);
    return result;
  }

  /** A table in Markdown. */
  table(): string {
    const kinds = Object.keys(this.phases[0]?.answers ?? {});
    const head = ['p50 / p99 / most, ms', ...this.phases.map(({ name }) => name)];
    const rows = [
      head,
      head.map(() => '---'),
      ['time, s', ...this.phases.map(({ seconds }) => seconds.toFixed(1))],
      ['resident memory at most, MiB', ...this.phases.map(({ peakMib }) => peakMib.toFixed(0))],
      [
        'event loop: longest pause / its own work / garbage collection, ms',
        ...this.phases.map(({ figures }) => pausesText(figures)),
      ],
      ...kinds.map((kind) => [
        `\`${kind}\``,
        ...this.phases.map(({ answers }) => timesText(answers[kind]?.times ?? [])),
      ]),
    ];
    return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  }

  private judge(phase: string, answers: Answers): void {
    for (const [kind, { refusals }] of Object.entries(answers)) {
      for (const refusal of refusals) this.faults.add(`${kind} refused during ${phase}`, refusal);
    }
  }
}

function pausesText({ longestPause, longestWork, longestCollection }: ProcessFigures): string {
  const times = [longestPause, longestWork, longestCollection];
  return times.map((time) => time.toFixed(0)).join(' / ');
}

function timesText(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const parts = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)];
  return `${parts.map((time) => time.toFixed(0)).join(' / ')} (${times.length})`;
}
