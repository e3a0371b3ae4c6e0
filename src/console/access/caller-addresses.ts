import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { TrustedProxies, UNNAMED_PROXY } from '../../common/http/trusted-proxies.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import { SignInStateRepository } from '../../people/proofs/sign-in-state.repository.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** Doctor warns for some days after the last note. */
const NOTED_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** From where requests come. Notices a proxy that no setting names: all who come through it are one address. */
@Injectable()
export class CallerAddresses {
  private notedAtMs: number | undefined;

  constructor(
    private readonly proxies: TrustedProxies,
    private readonly state: SignInStateRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null if it is unknown. */
  of(request: ConsoleRequest): string | null {
    if (!this.proxies.any && request.headers['x-forwarded-for'] !== undefined) this.warn();
    return this.proxies.callerOf(request) ?? null;
  }

  /** Once in the log, and each day by a note for doctor. */
  private warn(): void {
    const nowMs = performance.now();
    if (this.notedAtMs === undefined) this.logger.warn(UNNAMED_PROXY);
    else if (nowMs - this.notedAtMs < NOTED_INTERVAL_MS) return;
    this.notedAtMs = nowMs;
    this.state.noteForwarded().catch((error: unknown) => {
      this.logger.warn({ err: loggableError(error) }, 'the proxy could not be noted for doctor');
    });
  }
}
