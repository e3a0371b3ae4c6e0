import { Module } from '@nestjs/common';
import { AccountModule } from './account.module.js';
import { ProfileController } from './profile/profile.controller.js';

/** The room's routes; apart, so that commands do not load what only HTTP needs. */
@Module({ imports: [AccountModule], controllers: [ProfileController] })
export class AccountRoutesModule {}
