/** What an attack may use; it runs in a thread of its own, so that it never slows down what is measured. */
export interface AttackContext {
  /** Of the server, on 127.0.0.1. */
  readonly port: number;
  /** Aborted when the attack is to end. */
  readonly signal: AbortSignal;
  /** Tells the case something while the attack goes on. */
  readonly tell: (news: unknown) => void;
}

/** @returns figures that can be sent to another thread. */
export type Attack<Options, Figures> = (
  context: AttackContext,
  options: Options,
) => Promise<Figures>;
