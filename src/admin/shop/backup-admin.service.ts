import { Injectable } from '@nestjs/common';
import {
  NightlyStateRepository,
  type NightlyState,
} from '../../upkeep/nightly/nightly-state.repository.js';

/** The nightly backups, for pages. */
@Injectable()
export class BackupAdmin {
  constructor(private readonly nightly: NightlyStateRepository) {}

  state(): Promise<NightlyState> {
    return this.nightly.read();
  }
}
