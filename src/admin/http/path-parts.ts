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

/** A name of the path. @throws ProblemError: what the database cannot hold names nothing */
export function nameOf(text: string): string {
  if (isStorableText(text)) return text;
  throw new ProblemError('not-found', 'There is no such name.');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same for a UUID, in the form in which it is answered. */
function uuidOf(text: string): string {
  if (UUID.test(text)) return text;
  throw new ProblemError('not-found', 'There is no such id.');
}

/** What a path calls the thing of a route by. @throws ProblemError */
export function thingOf(route: string, text: string): ThingId {
  if (!isNamed(route)) return idOf(text);
  return parameterOf(route) === 'uuid' ? uuidOf(text) : nameOf(text);
}

/** A part of the path, as an argument of a handler. */
const part =
  (transform: PipeTransform<string>['transform']) =>
  (name: string): ParameterDecorator =>
    Param(name, { transform });

/** A UUID, a number and a text of the path. */
export const PathUuid = part(uuidOf);
export const PathId = part(idOf);
export const PathText = part(nameOf);
