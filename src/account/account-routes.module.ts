import { Module } from '@nestjs/common';
import { AccountModule } from './account.module.js';
import { ProfileController } from './profile/profile.controller.js';

/** The routes of this module, in a module of their own, since commands do not need them. */
@Module({ imports: [AccountModule], controllers: [ProfileController] })
export class AccountRoutesModule {}
