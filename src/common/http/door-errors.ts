import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request } from 'express';

/** A part of the paths whose errors are answered in a form of their own. */
export interface Door {
  readonly has: (path: string) => boolean;
  readonly errors: ExceptionFilter;
}

/** Lets each door answer its errors by the path of the request, so those of unknown and malformed paths are included. */
@Catch()
export class DoorErrors implements ExceptionFilter {
  constructor(
    private readonly doors: readonly Door[],
    private readonly others: ExceptionFilter,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const { path } = host.switchToHttp().getRequest<Request>();
    const door = this.doors.find(({ has }) => has(path));
    (door?.errors ?? this.others).catch(exception, host);
  }
}
