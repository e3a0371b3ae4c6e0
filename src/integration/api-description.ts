import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OrderChecks } from '../orders/checks/order-checks.js';
import { addErrors } from './api-document.js';

/** The routes that checks of extensions may refuse. */
const CHECKED_OPERATIONS: readonly string[] = ['newOrder', 'newOrder-post'];

/** Holds the OpenAPI document, which can be made only after the application was created. */
@Injectable()
export class ApiDescription {
  private current: OpenAPIObject | undefined;

  constructor(private readonly checks: OrderChecks) {}

  set document(document: OpenAPIObject) {
    this.current = document;
  }

  /** With the errors that the checks of extensions declare; these are known before the first request. */
  get document(): OpenAPIObject {
    if (!this.current) throw new Error('the API has not been described yet');
    addErrors(this.current, CHECKED_OPERATIONS, this.checks.errors);
    return this.current;
  }
}
