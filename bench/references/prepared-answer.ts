/** What a server that only sends ready bytes gets told in a file, as JSON. */
export interface PreparedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
  /** The token that a guard lets in. */
  readonly token: string;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same, for a server that runs a statement before each answer; it has to find one row. */
export interface SelectAnswer extends PreparedAnswer {
  readonly statement: Statement;
}
