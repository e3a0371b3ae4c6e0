import { RequestMapping, RequestMethod, type Type } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { AnyOperation } from '../../operations/operation.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import { CurrentAsk, type RequestedOperation } from './asked-operation.js';

/** Makes the routes of some operations. @param tag under which the OpenAPI document lists them */
export function operationController(tag: string, operations: readonly AnyOperation[]): Type {
  @AdminController(tag)
  class OperationController {
    constructor(
      private readonly runner: OperationRunner,
      private readonly onceOnly: OnceOnlyChanges,
    ) {}

    run(operation: AnyOperation, { key, ...ask }: RequestedOperation): Promise<object> {
      return key
        ? this.onceOnly.run(key, this.runner.change(operation, ask))
        : this.runner.run(operation, ask);
    }
  }
  for (const operation of operations) addRoute(OperationController, operation, isTagged);
  return OperationController;

  /** What is changed as it was read has an `ETag` in every answer. */
  function isTagged({ answer }: AnyOperation): boolean {
    return operations.some((other) => other.kind === 'setting' && other.answer === answer);
  }
}

interface Running {
  run(operation: AnyOperation, asked: RequestedOperation): Promise<object>;
}

function addRoute(
  controller: Type<Running>,
  operation: AnyOperation,
  isTagged: (operation: AnyOperation) => boolean,
): void {
  const prototype = controller.prototype as Running & Record<string, unknown>;
  const [method = '', path = ''] = operation.route.split(' ');
  const name = operation.operationId ?? operation.name.replaceAll(' ', '-');
  const descriptor = {
    value(this: Running, asked: RequestedOperation): Promise<object> {
      return this.run(operation, asked);
    },
    writable: true,
  };
  Object.defineProperty(prototype, name, descriptor);
  Reflect.defineMetadata('design:paramtypes', [Object], prototype, name);
  CurrentAsk(operation)(prototype, name, 0);
  const decorators = [
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path }),
    AdminRoute({
      name,
      permission: operation.permission,
      summary: sentence(operation.summary),
      status: isMade(operation) ? 201 : 200,
      answer: operation.answer,
      ...(operation.input && { [method === 'DELETE' ? 'query' : 'body']: operation.input }),
      ...(isTagged(operation) && { hasEntityTag: true }),
      ...(operation.kind === 'setting' && { needsIfMatch: true }),
      ...(operation.kind === 'once' && { needsIdempotencyKey: true }),
    }),
    ...(operation.target ? [ApiParam({ name: 'id', type: Number })] : []),
  ];
  for (const decorate of decorators) decorate(prototype, name, descriptor);
}

function isMade({ target, makes, kind }: AnyOperation): boolean {
  return target === undefined || makes === true || kind === 'once';
}

function sentence(summary: string): string {
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}
