/** What a checkpoint says. */
type CheckpointTexts = readonly [
  kind: string,
  accountId: string,
  eventNumber: string,
  eventHash: string,
  entrySequence: string,
  entryHash: string,
  time: string,
  lineage: string,
];

const MAX_ACCOUNTS = 50_000;

/** The last checkpoint that this server has served to each of the accounts that have asked last, by lineage. */
export class ServedCheckpoints {
  private readonly byLineage = new Map<string, Map<string, string>>();
  private readonly lastTimes = new Map<string, string>();

  constructor(private readonly max = MAX_ACCOUNTS) {}

  /** @param signed the text that was signed */
  note(signed: string): void {
    const [, account, , , , , time, lineage] = JSON.parse(signed) as CheckpointTexts;
    const served = this.byLineage.get(lineage) ?? new Map<string, string>();
    this.byLineage.set(lineage, served);
    // Behind all others.
    served.delete(account);
    served.set(account, signed);
    const [oldest] = served.keys();
    if (served.size > this.max && oldest !== undefined) served.delete(oldest);
    this.noteTime(lineage, time);
  }

  /** Something else was signed then. */
  noteTime(lineage: string, time: string): void {
    if (time > this.lastTimeIn(lineage)) this.lastTimes.set(lineage, time);
  }

  /** When something was signed last; empty if nothing was. */
  lastTimeIn(lineage: string): string {
    return this.lastTimes.get(lineage) ?? '';
  }

  /** Those of other lineages than the present one. */
  formerTo(present: string): string[] {
    const former = [...this.byLineage].filter(([lineage]) => lineage !== present);
    return former.flatMap(([, served]) => [...served.values()]);
  }

  /** Forgets those of other lineages. */
  keepOnly(present: string): void {
    for (const lineage of this.byLineage.keys()) {
      if (lineage !== present) this.byLineage.delete(lineage);
    }
  }
}
