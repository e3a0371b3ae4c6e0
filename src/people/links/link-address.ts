import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';

/** Where the console takes the secret of a link. */
const LINK_PATH = '/console/link/';

/** The address of links. */
@Injectable()
export class LinkAddress {
  constructor(@Inject(CONFIG) private readonly config: SoukConfig) {}

  of(secret: string): string {
    return this.config.BASE_URL.replace(/\/$/, '') + LINK_PATH + secret;
  }
}
