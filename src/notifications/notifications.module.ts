import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from '../account/account.module.js';
import { MailClient } from './mail/mail-client.js';
import { MailServer } from './mail/mail-server.entity.js';
import { MailServerRepository } from './mail/mail-server.repository.js';
import { MailServers } from './mail/mail-server.service.js';
import { NotificationRecipient } from './recipients/recipient.entity.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { SsrfGuard } from '../outgoing/ssrf-guard.js';
import { RecipientRepository } from './recipients/recipient.repository.js';
import { Recipients } from './recipients/recipients.service.js';
import { NoticeQueue } from './sending/notice-queue.js';
import { Notices } from './sending/notices.service.js';
import { NoticeSender } from './sending/notice-sender.js';
import { NoticeMetrics } from './sending/notice.metrics.js';
import { NoticeJob } from './sending/notice.job.js';
import { TestNotices } from './sending/test-notice.service.js';
import { ConditionWatchRepository } from './watch/condition-watch.repository.js';
import { NotificationRound } from './watch/notification-round.service.js';
import { NotificationWatch } from './watch/notification-watch.js';
import { NotificationWatches } from './watch/notification-watches.js';
import { OrderWatchRepository } from './watch/order-watch.repository.js';
import { RoundRepository } from './watch/round.repository.js';

/** Tells operators what needs them, by webhook and e-mail. */
@Module({
  imports: [
    AccountModule,
    OutgoingModule,
    TypeOrmModule.forFeature([MailServer, NotificationRecipient]),
  ],
  providers: [
    ConditionWatchRepository,
    {
      provide: MailClient,
      inject: [SsrfGuard],
      useFactory: (guard: SsrfGuard) => new MailClient(guard),
    },
    MailServerRepository,
    MailServers,
    NoticeJob,
    NoticeMetrics,
    NoticeQueue,
    Notices,
    NoticeSender,
    NotificationRound,
    NotificationWatch,
    NotificationWatches,
    OrderWatchRepository,
    RecipientRepository,
    Recipients,
    RoundRepository,
    TestNotices,
  ],
  exports: [MailServers, Notices, Recipients, TestNotices],
})
export class NotificationsModule {}
