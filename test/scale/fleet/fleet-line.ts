import { Line } from '../../support/line.js';
import type { TestDatabase } from '../../support/test-database.js';

/** What was sent never arrives, and neither end gets an error. */
const NEVER = new Promise<never>(() => undefined);
const HELD = { cut: NEVER, arrival: NEVER };

/** A line to the database that can be cut, or stand still without being closed. */
export class FleetLine {
  private held = false;

  private constructor(readonly line: Line) {
    line.watch = () => ({
      toServer: () => this.held && HELD,
      toClient: () => this.held && HELD,
    });
  }

  static async to({ url }: Pick<TestDatabase, 'url'>): Promise<FleetLine> {
    const { hostname: host, port } = new URL(url);
    return new FleetLine(await Line.to({ host, port: Number(port) }));
  }

  /** Cuts everything; no connection is taken until `restore`. */
  break(): void {
    this.line.break();
  }

  /** From now on nothing passes, and new connections hang. */
  hold(): void {
    this.held = true;
  }

  /** From now on connections can be made; those that were held are gone. */
  restore(): void {
    if (this.held) this.line.cut();
    this.held = false;
    this.line.repair();
  }
}
