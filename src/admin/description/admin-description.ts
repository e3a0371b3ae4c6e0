import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Holds the OpenAPI document of the admin API, which can be made only after the application was created. */
@Injectable()
export class AdminDescription {
  private bytes: Buffer | undefined;
  private make: (() => OpenAPIObject) | undefined;

  /** It takes a tenth of a second, so it is made when it is asked for, once, rather than at every start. */
  describeBy(make: () => OpenAPIObject): void {
    this.make = make;
  }

  get json(): Buffer {
    if (!this.make) throw new Error('the admin API has not been described yet');
    return (this.bytes ??= Buffer.from(JSON.stringify(this.make())));
  }
}
