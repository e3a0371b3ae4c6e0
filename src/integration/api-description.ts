import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Holds the OpenAPI document, which can be made only after the application was created. */
@Injectable()
export class ApiDescription {
  private current: OpenAPIObject | undefined;

  set document(document: OpenAPIObject) {
    this.current = document;
  }

  get document(): OpenAPIObject {
    if (!this.current) throw new Error('the API has not been described yet');
    return this.current;
  }
}
