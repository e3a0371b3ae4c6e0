import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { PortFaults, type PortFault } from '../../common/port-faults.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';

/** Faults are stored together at this interval, so that a port which fails in each request costs few statements. */
const INTERVAL_MS = 5_000;
const MAX_FAULT_CHARACTERS = 300;

interface CountedFault extends PortFault {
  readonly faults: number;
}

/** Stores what ports of extensions did wrong in this server, so that `souk doctor` can name it. */
@Injectable()
export class ExtensionFaults extends PeriodicService {
  protected override readonly inEachWorker = true;
  private pending = new Map<string, CountedFault>();

  constructor(
    private readonly database: Database,
    private readonly faults: PortFaults,
  ) {
    super(INTERVAL_MS, 'faults of extensions were not stored; they are stored later');
  }

  override onApplicationBootstrap(): void {
    this.faults.report = (fault) => {
      this.add(fault);
    };
    super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    // Whatever was reported in the last seconds; a database that is gone must not keep the server from stopping.
    await this.run().catch(() => undefined);
  }

  /** Writes what was reported since the last time. After a failure it is written the next time. */
  async run(): Promise<void> {
    const batch = [...this.pending.values()];
    if (batch.length === 0) return;
    this.pending = new Map();
    try {
      await this.database.manager.query(STORE, [JSON.stringify(batch)]);
    } catch (error) {
      for (const fault of batch) this.add(fault, fault.faults);
      throw error;
    }
  }

  private add({ extension, port, fault }: PortFault, count = 1): void {
    const key = `${extension} ${port}`;
    const faults = (this.pending.get(key)?.faults ?? 0) + count;
    const text = storableText(fault.slice(0, MAX_FAULT_CHARACTERS));
    this.pending.set(key, { extension, port, fault: text, faults });
  }
}

/** In the order of the key, so that servers do not block one another. */
const STORE = `
  INSERT INTO extension_faults AS former (extension, port, fault, faults)
  SELECT extension, port, fault, faults
  FROM json_to_recordset($1) AS given (extension text, port text, fault text, faults bigint)
  ORDER BY extension, port
  ON CONFLICT (extension, port) DO UPDATE
  SET fault = excluded.fault, faults = former.faults + excluded.faults, last_at = now()`;
