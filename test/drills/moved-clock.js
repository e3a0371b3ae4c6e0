import { env } from 'node:process';

/** Imported before the server: the clock of its process shows CLOCK_AHEAD_MS more than that of the machine. */
const Right = Date;
const aheadMs = Number(env.CLOCK_AHEAD_MS);

globalThis.Date = class extends Right {
  constructor(...parts) {
    if (parts.length === 0) super(Right.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return Right.now() + aheadMs;
  }
};
