import { Param, type PipeTransform } from '@nestjs/common';
import { itemId } from '../../catalog/wire/item-id.js';
import { isStorableText } from '../../common/text.js';
import { isNamed, parameterOf, type ThingId } from '../../operations/operation.js';
import { ProblemError } from '../problems/problem.js';

/** A number of the path. @throws ProblemError: what cannot be an id names nothing */
export function idOf(text: string): number {
  const id = itemId(text);
  if (id === undefined || id === 0) throw new ProblemError('not-found', 'There is no such id.');
  return id;
}

class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return idOf(text);
  }
}

/** A name of the path. @throws ProblemError: what the database cannot hold names nothing */
export function nameOf(text: string): string {
  if (isStorableText(text)) return text;
  throw new ProblemError('not-found', 'There is no such name.');
}

class TextPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    return nameOf(text);
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same for a UUID, in the form in which it is answered. */
function uuidOf(text: string): string {
  if (UUID.test(text)) return text;
  throw new ProblemError('not-found', 'There is no such id.');
}

class UuidPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    return uuidOf(text);
  }
}

/** What a path calls the thing of a route by. @throws ProblemError */
export function thingOf(route: string, text: string): ThingId {
  if (!isNamed(route)) return idOf(text);
  return parameterOf(route) === 'uuid' ? uuidOf(text) : nameOf(text);
}

/** A UUID of the path, as an argument of a handler. */
export const PathUuid = (name: string): ParameterDecorator => Param(name, new UuidPipe());

/** A number of the path, as an argument of a handler. */
export const PathId = (name: string): ParameterDecorator => Param(name, new IdPipe());

/** A text of the path, as an argument of a handler. */
export const PathText = (name: string): ParameterDecorator => Param(name, new TextPipe());
