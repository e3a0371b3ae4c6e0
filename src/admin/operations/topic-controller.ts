import { RequestMapping, RequestMethod, type Type } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { pageTypeOf, type AnyList } from '../../operations/lists/list.js';
import { isKeyed, isTrial, parametersOf, type AnyOperation } from '../../operations/operation.js';
import type { AnyReading } from '../../operations/reading.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import {
  AdminController,
  AdminRoute,
  type AdminRouteOptions,
} from '../http/admin-route.decorator.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import {
  CurrentAsk,
  CurrentQuestion,
  type Question,
  type RequestedOperation,
} from './asked-operation.js';
import { DeclaredLists } from './declared-lists.service.js';

/** What operators can do with things of one kind. */
export interface Topic {
  /** Under which the OpenAPI document lists it. */
  readonly tag: string;
  readonly operations?: readonly AnyOperation[];
  readonly readings?: readonly AnyReading[];
  readonly lists?: readonly AnyList[];
}

interface TopicAnswers {
  run(operation: AnyOperation, asked: RequestedOperation): Promise<object>;
  read(reading: AnyReading, question: Question): Promise<object>;
  list(list: AnyList, question: Question): Promise<object> | StreamedAnswer;
}

/** Makes the routes of a topic. */
export function topicController({ tag, operations = [], readings = [], lists = [] }: Topic): Type {
  @AdminController(tag)
  class TopicController implements TopicAnswers {
    constructor(
      private readonly runner: OperationRunner,
      private readonly onceOnly: OnceOnlyChanges,
      private readonly declaredLists: DeclaredLists,
    ) {}

    async run(operation: AnyOperation, { key, ...ask }: RequestedOperation): Promise<object> {
      if (!key || isTrial(ask.input)) return this.runner.run(operation, ask);
      return operation.kind === 'once'
        ? this.onceOnly.run(key, await this.runner.change(operation, ask))
        : this.onceOnly.runParts(key, () => this.runner.run(operation, ask));
    }

    read(reading: AnyReading, question: Question): Promise<object> {
      return this.declaredLists.answerReading(reading, question);
    }

    list(list: AnyList, { caller, id, query }: Question): Promise<object> | StreamedAnswer {
      return this.declaredLists.answer(list, { caller, id, query });
    }
  }
  for (const list of lists) addRoute(TopicController, list, listRoute(list));
  for (const reading of readings) {
    addRoute(TopicController, reading, readingRoute(reading, isTagged(reading)));
  }
  for (const operation of operations) {
    addRoute(TopicController, operation, operationRoute(operation, isTagged(operation)));
  }
  return TopicController;

  /** What is changed as it was read has an `ETag` in every answer. */
  function isTagged({ answer }: { readonly answer: Type }): boolean {
    return operations.some((one) => one.kind === 'setting' && one.answer === answer);
  }
}

interface Declared {
  readonly name: string;
  readonly operationId?: string;
  readonly permission: AdminRouteOptions['permission'];
  readonly summary: string;
  readonly description?: string;
  readonly route: string;
}

interface Route<Asked> {
  /** What is asked, as the argument of its handler. */
  readonly parameter: ParameterDecorator;
  readonly answered: (topic: TopicAnswers, asked: Asked) => Promise<object> | StreamedAnswer;
  readonly described: Omit<AdminRouteOptions, 'name' | 'permission' | 'summary'>;
}

function addRoute<Asked>(
  controller: Type<TopicAnswers>,
  { name, route, permission, summary, ...declared }: Declared,
  { parameter, answered, described }: Route<Asked>,
): void {
  const prototype = controller.prototype as object;
  const [method = '', path = ''] = route.split(' ');
  const [called, below] = parametersOf(route);
  const handler = declared.operationId ?? name.replaceAll(' ', '-');
  const descriptor = {
    value(this: TopicAnswers, asked: Asked): Promise<object> | StreamedAnswer {
      return answered(this, asked);
    },
    writable: true,
  };
  Object.defineProperty(prototype, handler, descriptor);
  Reflect.defineMetadata('design:paramtypes', [Object], prototype, handler);
  parameter(prototype, handler, 0);
  const decorators = [
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path }),
    AdminRoute({
      ...described,
      ...(declared.description !== undefined && { description: declared.description }),
      ...{ name: handler, permission, summary: sentence(summary) },
    }),
    ...(called === undefined
      ? []
      : [ApiParam({ name: called, type: called === 'id' ? Number : String })]),
    ...(below === undefined ? [] : [ApiParam({ name: below, type: Number })]),
  ];
  for (const decorate of decorators) decorate(prototype, handler, descriptor);
}

function listRoute(list: AnyList): Route<Question> {
  return {
    parameter: CurrentQuestion(list),
    answered: (topic, question) => topic.list(list, question),
    described: { answer: pageTypeOf(list), query: list.query },
  };
}

function readingRoute(reading: AnyReading, isTagged: boolean): Route<Question> {
  return {
    parameter: CurrentQuestion(reading),
    answered: (topic, question) => topic.read(reading, question),
    described: {
      answer: reading.answer,
      ...(reading.query && { query: reading.query }),
      ...(isTagged && { hasEntityTag: true }),
    },
  };
}

function operationRoute(operation: AnyOperation, isTagged: boolean): Route<RequestedOperation> {
  const { input, kind, makes, answer, route, status } = operation;
  return {
    parameter: CurrentAsk(operation),
    answered: (topic, asked) => topic.run(operation, asked),
    described: {
      status: status ?? (makes || kind === 'once' ? 201 : 200),
      answer,
      ...(input && { [route.startsWith('DELETE') ? 'query' : 'body']: input }),
      ...(isTagged && { hasEntityTag: true }),
      ...(kind === 'setting' && { needsIfMatch: true }),
      ...(isKeyed(operation) && { needsIdempotencyKey: true }),
    },
  };
}

function sentence(summary: string): string {
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}
