/** How changes are done; a sync, an extension and SQL have no entry before they change something. */
export const DOORS = ['form', 'api', 'command', 'import', 'sync', 'extension', 'sql'] as const;
export type Door = (typeof DOORS)[number];

/** Who an operator is that makes a change, and from where; left out at the terminal and of callers. */
export interface ChangeOrigin {
  readonly role: string;
  readonly door: Door;
  /** Null if it is unknown. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** A change, as the audit stores it. */
export interface AuditedAction {
  /** The command, such as `balance deposit`. */
  readonly name: string;
  /** Arguments and options by name; secrets are masked. */
  readonly details: Record<string, unknown>;
  readonly origin?: ChangeOrigin | undefined;
}

/** What a change has changed, without secrets. Null for what was not there before, or is not there any more. */
export interface AuditedChange {
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** The port by which changes of callers are audited like those of the operator. The operator module implements it. */
export abstract class CallerAudit {
  /**
   * Runs a change and writes an entry of it. A change within a change has no entry of its own.
   * @param actor such as `token:12`.
   */
  abstract during<T>(actor: string, action: AuditedAction, change: () => Promise<T>): Promise<T>;

  /**
   * Adds to the entry of the change that is running what it has changed for good; it is stored also if the change fails
   * afterwards, such as a command that has closed some of its orders.
   */
  abstract note(changed: AuditedChange): void;
}
