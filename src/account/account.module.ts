import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessRepository } from './access/access.repository.js';
import { AccessService } from './access/access.service.js';
import { AccessToken } from './access/access-token.entity.js';
import { AccessTokenService } from './access/access-token.service.js';
import { AccountGroup } from './account-group.entity.js';
import { Account } from './account.entity.js';
import { AccountService } from './account.service.js';
import { AllowedIp } from './access/allowed-ip.entity.js';
import { AllowedIpService } from './access/allowed-ip.service.js';
import { BalanceService } from './ledger/balance.service.js';
import { LedgerEntry } from './ledger/ledger-entry.entity.js';
import { LedgerReader } from './ledger/ledger-reader.repository.js';
import { LedgerVerificationService } from './ledger/ledger-verification.service.js';
import { LedgerWalkService } from './ledger/ledger-walk.service.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { StatementService } from './ledger/statement.service.js';
import { MaintenanceService } from './access/maintenance.service.js';
import { OrderHaltService } from './order-halt.service.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';

/** Resellers, their tokens, allowed addresses, balance and ledger. */
@Module({
  imports: [TypeOrmModule.forFeature([Account, AccountGroup, AccessToken, AllowedIp, LedgerEntry])],
  controllers: [ProfileController],
  providers: [
    AccessRepository,
    AccessService,
    AccessTokenService,
    AccountService,
    AllowedIpService,
    BalanceService,
    LedgerReader,
    LedgerRepository,
    LedgerVerificationService,
    LedgerWalkService,
    MaintenanceService,
    OrderHaltService,
    ProfileService,
    StatementService,
  ],
  exports: [
    AccessService,
    AccessTokenService,
    AccountService,
    AllowedIpService,
    BalanceService,
    LedgerVerificationService,
    LedgerWalkService,
    MaintenanceService,
    OrderHaltService,
    StatementService,
  ],
})
export class AccountModule {}
