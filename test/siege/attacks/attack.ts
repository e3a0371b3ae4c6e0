/** The parameters of an attack, which runs in its own thread, so that it does not slow down the measurements. */
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
