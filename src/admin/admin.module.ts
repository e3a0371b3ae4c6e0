import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { OperatorModule } from '../operator/operator.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AdminGuard } from './access/admin.guard.js';
import { TokenLookups } from './access/token-lookups.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditListing } from './audit/audit-listing.service.js';
import { AdminDescription } from './description/admin-description.js';
import { AdminDescriptionController } from './description/admin-description.controller.js';
import { AnswerTags } from './http/answer-tags.interceptor.js';
import { InvitationShapes } from './people/invitation-shapes.js';
import { MeController } from './people/me.controller.js';
import { OperatorTokensController } from './people/operator-tokens.controller.js';
import { OperatorsController } from './people/operators.controller.js';
import { AdminRequestsRepository } from './requests/admin-requests.repository.js';
import { OnceOnlyChanges } from './requests/once-only.service.js';
import { RequestRetention } from './requests/request-retention.js';

/** The admin API. Only the server loads it, and only where CONSOLE is on. */
@Module({
  imports: [AccountModule, OperatorModule, OrdersModule],
  controllers: [
    AdminDescriptionController,
    AuditController,
    MeController,
    OperatorsController,
    OperatorTokensController,
  ],
  providers: [
    AdminDescription,
    AdminGuard,
    AdminRequestsRepository,
    AnswerTags,
    AuditListing,
    InvitationShapes,
    OnceOnlyChanges,
    RequestRetention,
    TokenLookups,
    {
      provide: TrustedProxies,
      inject: [CONFIG],
      useFactory: ({ TRUST_PROXY }: SoukConfig) => new TrustedProxies(TRUST_PROXY),
    },
  ],
})
export class AdminModule {}
