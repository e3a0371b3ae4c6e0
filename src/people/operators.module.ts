import { Global, Module } from '@nestjs/common';
import { OperatorNumbers } from '../account/ledger/operator-numbers.js';
import { AuditedChanges } from './changes/audited-changes.js';
import { ConventionsRepository } from './conventions/conventions.repository.js';
import { OwnConventions } from './conventions/own-conventions.service.js';
import { KnownDevices } from './devices/known-devices.service.js';
import { LinkAddress } from './links/link-address.js';
import { LinksRepository } from './links/links.repository.js';
import { OperatorLinks } from './links/operator-links.service.js';
import { OperatorManagement } from './management/operator-management.service.js';
import { PasswordHashing } from './passwords/password-hashing.js';
import { CredentialsRepository } from './operators/credentials.repository.js';
import { OperatorNumbersRepository } from './operators/operator-numbers.repository.js';
import { OperatorsRepository } from './operators/operators.repository.js';
import { ShopPermissions } from './permissions/shop-permissions.js';
import { SignInProofs } from './proofs/sign-in-proofs.js';
import { SignInStateRepository } from './proofs/sign-in-state.repository.js';
import { OperatorSessions } from './sessions/operator-sessions.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { AttemptsRepository } from './sign-in/attempts.repository.js';
import { LinkSignIn } from './sign-in/link-sign-in.service.js';
import { OwnPassword } from './sign-in/own-password.service.js';
import { OwnTwoFactor } from './sign-in/own-two-factor.service.js';
import { PasswordProof } from './sign-in/password-proof.js';
import { SecondFactorSignIn } from './sign-in/second-factor.service.js';
import { SessionStarts } from './sign-in/session-starts.js';
import { SignInAttempts } from './sign-in/sign-in-attempts.js';
import { SignInReset } from './sign-in/sign-in-reset.js';
import { SignInTurns } from './sign-in/sign-in-turns.js';
import { SignIn } from './sign-in/sign-in.service.js';
import { OperatorTokens } from './tokens/operator-tokens.service.js';
import { OperatorTokensRepository } from './tokens/operator-tokens.repository.js';
import { TwoFactor } from './two-factor/two-factor.service.js';

/** What other modules use. */
const SERVICES = [
  AuditedChanges,
  ConventionsRepository,
  LinkAddress,
  LinkSignIn,
  OperatorLinks,
  OperatorManagement,
  OperatorNumbersRepository,
  OperatorSessions,
  OperatorTokens,
  OwnConventions,
  OwnPassword,
  OwnTwoFactor,
  PasswordProof,
  SecondFactorSignIn,
  ShopPermissions,
  SignIn,
  SignInProofs,
  SignInReset,
  SignInStateRepository,
];

/**
 * The people who run the shop: their roles, how they sign in, and their tokens. Global, because the account module declares
 * a port that it implements.
 */
@Global()
@Module({
  providers: [
    ...SERVICES,
    AttemptsRepository,
    CredentialsRepository,
    KnownDevices,
    LinksRepository,
    { provide: OperatorNumbers, useExisting: OperatorNumbersRepository },
    OperatorsRepository,
    OperatorTokensRepository,
    PasswordHashing,
    SessionsRepository,
    SessionStarts,
    SignInAttempts,
    SignInTurns,
    TwoFactor,
  ],
  exports: [...SERVICES, OperatorNumbers],
})
export class OperatorsModule {}
