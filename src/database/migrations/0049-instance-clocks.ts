interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Instances note what the clock of the database shows more than theirs. */
export class InstanceClocks1795200000049 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE instance_clocks (
    -- Of a run of the instance.
    id uuid PRIMARY KEY,
    host text NOT NULL,
    offset_ms bigint NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now()
  )`;

const DOWN = 'DROP TABLE instance_clocks';
