import type { Response } from 'express';
import type { SessionPrincipal } from '../../people/sessions/operator-sessions.service.js';
import type { Caller } from '../../admin/access/caller.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would hold events back.
  'X-Accel-Buffering': 'no',
} as const;

/** An open answer to which events are written, to one browser (server-sent events). */
export class EventStream {
  constructor(
    private readonly response: Response,
    private readonly caller: Pick<Caller<SessionPrincipal>, 'assertStillAdmitted' | 'principal'>,
  ) {
    if (this.isClosed) return;
    response.writeHead(200, HEADERS);
    response.flushHeaders();
  }

  /** Of the browser. */
  get sessionId(): string {
    return this.caller.principal.sessionId;
  }

  /** Who is signed in there. */
  get operatorId(): number {
    return this.caller.principal.operatorId;
  }

  /** True if the browser has gone, or the stream has ended. */
  get isClosed(): boolean {
    return this.response.closed || this.response.destroyed || this.response.writableEnded;
  }

  /** Called when the browser goes or the stream ends. */
  onClose(act: () => void): void {
    this.response.once('close', act);
  }

  /** Sends an event, after asking again whether the operator may still read it; ends the stream otherwise. */
  async send(event: string, data: object): Promise<void> {
    try {
      await this.caller.assertStillAdmitted();
    } catch {
      this.end();
      return;
    }
    // A browser that does not read asks again when it does.
    if (this.response.writableNeedDrain) this.response.destroy();
    else if (!this.response.writableEnded) {
      this.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }

  end(): void {
    if (!this.response.writableEnded) this.response.end();
  }
}
