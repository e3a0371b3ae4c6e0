/** A change, as the audit stores it. */
export interface AuditedAction {
  /** The command, such as `balance deposit`. */
  readonly name: string;
  /** Arguments and options by name; secrets are masked. */
  readonly details: Record<string, unknown>;
}

/** The port by which changes of callers are audited like those of the operator. The operator module implements it. */
export abstract class CallerAudit {
  /** @param actor such as `token:12`. */
  abstract during<T>(actor: string, action: AuditedAction, change: () => Promise<T>): Promise<T>;
}
