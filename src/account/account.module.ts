import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { AccessRepository } from './access/access.repository.js';
import { AccessService } from './access/access.service.js';
import { AccessToken } from './access/access-token.entity.js';
import { AccessTokenService } from './access/access-token.service.js';
import { AccountGroup } from './account-group.entity.js';
import { AccountGroups } from './account-groups.service.js';
import { Account } from './account.entity.js';
import { AccountService } from './account.service.js';
import { AllowedIp } from './access/allowed-ip.entity.js';
import { AllowedIpService } from './access/allowed-ip.service.js';
import { KnownTokens, type AccessRevisions } from './access/known/known-tokens.js';
import { KnownTokensRepository } from './access/known/known-tokens.repository.js';
import { BalanceService } from './ledger/balance.service.js';
import { BatchBalances } from './ledger/batch-balances.js';
import { AccountLimits } from './limits/account-limits.js';
import { LimitBucketsRepository } from './limits/limit-buckets.repository.js';
import { LedgerEntry } from './ledger/ledger-entry.entity.js';
import { LedgerHeads } from './ledger/ledger-head.repository.js';
import { LedgerPages } from './ledger/ledger-pages.service.js';
import { CommittedCodes } from './events/committed-codes.js';
import { EventReader } from './events/event-reader.repository.js';
import { EventVerificationService } from './events/event-verification.service.js';
import { LedgerReader } from './ledger/ledger-reader.repository.js';
import { LedgerVerificationService } from './ledger/ledger-verification.service.js';
import { LedgerWalkService } from './ledger/ledger-walk.service.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { AccountSearch } from './search/account-search.service.js';
import { AccountWordsRepository } from './search/account-words.repository.js';
import { SpendableBalances } from './ledger/spendable-balances.js';
import { StatementPages } from './ledger/statement.repository.js';
import { StatementService } from './ledger/statement.service.js';
import { EventsModule } from '../events/events.module.js';
import { Lanes } from '../common/lanes.js';
import { LOGGER } from '../common/logger.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { SsrfGuard } from '../outgoing/ssrf-guard.js';
import { TokenFamilies } from './access/families/token-families.repository.js';
import { AccountLanes } from './access/lanes/account-lanes.js';
import { RevisionWatch } from '../database/revision/revision-watch.js';
import { TokenSources } from './access/source/token-sources.js';
import { MaintenanceService } from './access/maintenance.service.js';
import { RequestFormsSwitch } from './request-forms/request-forms-switch.js';
import { ReceiptCheck } from './receipts/checking/receipt-check.service.js';
import { Checkpoints } from './receipts/checkpoints.service.js';
import { PublishedReceipts } from './receipts/published-receipts.service.js';
import { ReceiptHistory } from './receipts/receipt-history.service.js';
import { ReceiptHistoryRepository } from './receipts/receipt-history.repository.js';
import { SigningKeys } from './receipts/signing-keys.service.js';
import { SigningKeysRepository } from './receipts/signing-keys.repository.js';
import { WitnessRepository } from './receipts/witness.repository.js';
import { Witnesses } from './receipts/witness.service.js';
import { OrderHaltService } from './order-halt.service.js';
import { ProfileService } from './profile/profile.service.js';
import { AccountWebhook } from './webhooks/account-webhook.entity.js';
import { WebhookDelivery } from './webhooks/delivery/webhook-delivery.service.js';
import { SentMessages } from './webhooks/delivery/sent-messages.repository.js';
import { WebhookClient } from './webhooks/delivery/webhook.client.js';
import { WebhookJob } from './webhooks/delivery/webhook.job.js';
import { WebhookOutcomes } from './webhooks/delivery/webhook-outcomes.service.js';
import { WebhookEvents } from './webhooks/webhook-events.service.js';
import { HeldMessages } from './webhooks/held-messages.service.js';
import { WebhookFailure } from './webhooks/webhook-failure.entity.js';
import { WebhookSecrets } from './webhooks/webhook-secrets.js';
import { WebhookRepository } from './webhooks/webhook.repository.js';
import { WebhookService } from './webhooks/settings/webhook.service.js';

function accessRevisions(revisions: RevisionWatch): AccessRevisions {
  return {
    last: () => revisions.fresh?.access,
    next: async () => (await revisions.next()).access,
  };
}

function knownTokens(
  tokens: KnownTokensRepository,
  revisions: RevisionWatch,
  logger: Logger,
  lanes: Lanes,
): KnownTokens {
  const known = new KnownTokens(tokens, accessRevisions(revisions), logger);
  lanes.add('strangers', known.reads, known.recorded);
  return known;
}

/** What other modules use. */
const SERVICES = [
  AccessService,
  AccessTokenService,
  AccountGroups,
  AccountLimits,
  AccountSearch,
  AccountService,
  AllowedIpService,
  BalanceService,
  BatchBalances,
  EventReader,
  Checkpoints,
  EventVerificationService,
  HeldMessages,
  LedgerPages,
  LedgerVerificationService,
  LedgerWalkService,
  MaintenanceService,
  OrderHaltService,
  ProfileService,
  PublishedReceipts,
  ReceiptCheck,
  ReceiptHistory,
  ReceiptHistoryRepository,
  RequestFormsSwitch,
  AccountLanes,
  SentMessages,
  SigningKeys,
  StatementPages,
  StatementService,
  TokenFamilies,
  TokenSources,
  WebhookDelivery,
  WebhookEvents,
  WebhookOutcomes,
  WebhookSecrets,
  WebhookService,
  Witnesses,
];

/** Resellers, their tokens, allowed addresses, balance and ledger. */
@Module({
  imports: [
    EventsModule,
    OutgoingModule,
    TypeOrmModule.forFeature([
      Account,
      AccountGroup,
      AccessToken,
      AccountWebhook,
      AllowedIp,
      LedgerEntry,
      WebhookFailure,
    ]),
  ],
  providers: [
    ...SERVICES,
    AccessRepository,
    AccountWordsRepository,
    {
      provide: KnownTokens,
      inject: [KnownTokensRepository, RevisionWatch, LOGGER, Lanes],
      useFactory: knownTokens,
    },
    KnownTokensRepository,
    CommittedCodes,
    LedgerHeads,
    LedgerReader,
    LedgerRepository,
    LimitBucketsRepository,
    SigningKeysRepository,
    SpendableBalances,
    {
      provide: WebhookClient,
      inject: [SsrfGuard],
      useFactory: (guard: SsrfGuard) => new WebhookClient(guard),
    },
    WebhookJob,
    WebhookRepository,
    WitnessRepository,
  ],
  exports: SERVICES,
})
export class AccountModule {}
