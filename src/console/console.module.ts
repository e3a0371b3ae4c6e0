import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { SessionCookie } from './access/session-cookie.js';
import { SessionLookups } from './access/session-lookups.js';
import { HomeController } from './home/home.controller.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { LinkController } from './sign-in/link.controller.js';
import { SecondStepController } from './sign-in/second-step.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInOrigins } from './sign-in/sign-in-origin.js';
import { SignOutController } from './sign-in/sign-out.controller.js';

/** The operator's pages. Only the server loads them, and only where CONSOLE is on. */
@Module({
  imports: [AdminModule],
  controllers: [
    HomeController,
    LinkController,
    PreferencesController,
    SecondStepController,
    SignInController,
    SignOutController,
  ],
  providers: [
    SessionCookie,
    SessionLookups,
    SignInOrigins,
    {
      provide: TrustedProxies,
      inject: [CONFIG],
      useFactory: ({ TRUST_PROXY }: SoukConfig) => new TrustedProxies(TRUST_PROXY),
    },
  ],
})
export class ConsoleModule {}
