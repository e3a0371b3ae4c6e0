import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';

type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Requests and responses that are born with Express's prototypes. Express gives each of them another prototype
 * otherwise, after which Node's engine treats them as slow objects.
 */
export function expressMessages(application: Express): Messages {
  // Functions, since a class could not hand out objects of another prototype; Node's own are functions, too.
  function Request(this: IncomingMessage, socket: Socket): void {
    IncomingMessage.call(this, socket);
  }
  function Response(
    this: ServerResponse,
    ...parameters: ConstructorParameters<typeof ServerResponse>
  ): void {
    ServerResponse.call(this, ...parameters);
  }
  Request.prototype = application.request;
  Response.prototype = application.response;
  return {
    IncomingMessage: Request as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
  };
}
