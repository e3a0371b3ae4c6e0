interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What ports of extensions did wrong, for `souk doctor`, which is another process than the server. */
export class ExtensionFaults1795200000023 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE extension_faults');
  }
}

const UP = `
  CREATE TABLE extension_faults (
    extension text NOT NULL,
    -- The name of the port.
    port text NOT NULL,
    -- The last fault.
    fault text NOT NULL,
    faults bigint NOT NULL,
    first_at timestamptz NOT NULL DEFAULT now(),
    last_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (extension, port),
    CONSTRAINT extension_faults_counted CHECK (faults > 0)
  );
`;
