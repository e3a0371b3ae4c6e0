import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FailedEvent } from './failures/failed-event.entity.js';
import { FailedEventRepository } from './failures/failed-event.repository.js';
import { FailedEvents } from './failures/failed-events.service.js';
import { CatalogChanges } from './handling/catalog-changes.js';
import { EventAttempts } from './handling/event-attempts.js';
import { ListenerCalls } from './handling/listener-calls.js';
import { ListenerJob } from './handling/listener.job.js';
import { ExtensionJobRunner } from './jobs/extension.job.js';
import { JobHandlers } from './jobs/job-handlers.js';
import { JobSender } from './jobs/job-sender.service.js';
import { Listeners } from './listeners.js';
import { AccountDelivery } from './handling/account-delivery.js';
import { AccountEvents } from './ordered/account-events.repository.js';
import { ListenerPositions } from './ordered/listener-positions.repository.js';
import { OrderedAttempts } from './handling/ordered-attempts.js';
import { OrderedDelivery } from './handling/ordered-delivery.js';
import { OrderedListeners } from './ordered/ordered-listeners.js';
import { ShopEvents } from './shop-events.service.js';

/** Events for the listeners of extensions, and their jobs. */
@Module({
  imports: [TypeOrmModule.forFeature([FailedEvent])],
  providers: [
    AccountDelivery,
    AccountEvents,
    CatalogChanges,
    EventAttempts,
    ExtensionJobRunner,
    FailedEventRepository,
    FailedEvents,
    JobHandlers,
    JobSender,
    ListenerCalls,
    ListenerJob,
    ListenerPositions,
    Listeners,
    OrderedAttempts,
    OrderedDelivery,
    OrderedListeners,
    ShopEvents,
  ],
  exports: [
    AccountEvents,
    FailedEvents,
    JobSender,
    Listeners,
    OrderedDelivery,
    OrderedListeners,
    ShopEvents,
  ],
})
export class EventsModule {}
