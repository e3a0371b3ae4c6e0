import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Logger } from 'pino';
import { LOGGER } from '../common/logger.js';
import { RUNS_JOBS } from '../queue/job-queue.js';
import { attributeHooks } from './attributed-hooks.js';
import { connectPorts, portsOf } from './connect-ports.js';
import type { LoadedExtension } from './extension.js';
import { EXTENSIONS } from './running-extensions.js';

/** Wires the extensions of a server or command, in one order: their ports, and then the hooks that Nest calls. */
@Injectable()
export class ExtensionWiring implements OnModuleInit {
  private wired: Promise<void> | undefined;
  private failure: Error | undefined;

  constructor(
    @Inject(EXTENSIONS) private readonly extensions: readonly LoadedExtension[],
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RUNS_JOBS) private readonly isServer: boolean,
    private readonly modules: ModuleRef,
  ) {}

  /** Connects the ports, once. @throws OperatorError that names an extension whose ports cannot be used */
  wire(): Promise<void> {
    this.wired ??= this.connect();
    return this.wired;
  }

  /** In a command. Nest calls the hooks of global modules, such as ours, before those of others. */
  async onModuleInit(): Promise<void> {
    await this.guard(() => this.wire());
  }

  /** @throws the first failure in a command: that of ports or of a hook of an extension */
  assertWired(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  private async connect(): Promise<void> {
    const { extensions, logger, modules } = this;
    // First, so that no hook follows ports that have failed.
    await attributeHooks(modules, { extensions, logger, guard: (hook) => this.guard(hook) });
    connectPorts(modules, await portsOf(modules, extensions, logger));
  }

  /**
   * When a hook throws, Nest gives no context that a command could close. So the first failure is kept there until
   * `assertWired`, and no hook of an extension follows it.
   */
  private async guard(work: () => Promise<unknown>): Promise<void> {
    if (this.failure !== undefined) return;
    try {
      await work();
    } catch (error) {
      if (this.isServer) throw error;
      this.failure ??= error as Error;
    }
  }
}
