import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Holds the OpenAPI document of the admin API, which can be made only after the application was created. */
@Injectable()
export class AdminDescription {
  private bytes: Buffer | undefined;

  set document(document: OpenAPIObject) {
    this.bytes = Buffer.from(JSON.stringify(document));
  }

  get json(): Buffer {
    if (!this.bytes) throw new Error('the admin API has not been described yet');
    return this.bytes;
  }
}
