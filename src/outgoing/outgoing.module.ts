import { Module } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import type { Endpoint } from './endpoint.js';
import { PrivateHostsRepository } from './private-hosts.repository.js';
import { PrivateHosts } from './private-hosts.service.js';
import { SsrfGuard } from './ssrf-guard.js';

/** The way out: connections to suppliers, to receivers of webhooks and notices, and to the mail server. */
@Module({
  providers: [
    PrivateHosts,
    PrivateHostsRepository,
    {
      provide: SsrfGuard,
      inject: [PrivateHosts, CONFIG],
      useFactory: (hosts: PrivateHosts, { WEBHOOK_ALLOW_PRIVATE }: SoukConfig) =>
        new SsrfGuard((endpoint: Endpoint) =>
          WEBHOOK_ALLOW_PRIVATE === 'on' ? Promise.resolve(true) : hosts.includes(endpoint),
        ),
    },
  ],
  exports: [PrivateHosts, SsrfGuard],
})
export class OutgoingModule {}
