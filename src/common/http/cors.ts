import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';
import { DOCUMENTED_CREDENTIALS } from './wire.js';

/**
 * CORS for the listed origins only. A request from another origin is passed on unchanged, so an OPTIONS request that is
 * no allowed preflight is answered with 405.
 */
export function corsFor(origins: readonly string[]): CorsOptionsDelegate<Request> {
  return (request, callback) => {
    const { origin } = request.headers;
    const preflight = request.headers['access-control-request-method'] !== undefined;
    const allowed = origin !== undefined && origins.includes(origin);
    const applies = allowed && (request.method !== 'OPTIONS' || preflight);
    callback(null, applies ? allowedCors(origin) : { origin: false });
  };
}

const EXPOSED_HEADERS = [
  ...['X-Request-Id', 'Retry-After', 'ETag'],
  ...['RateLimit', 'RateLimit-Policy', 'RateLimit-Reset'],
];

function allowedCors(origin: string): CorsOptions {
  return {
    origin,
    methods: ['GET', 'POST'],
    allowedHeaders: [...DOCUMENTED_CREDENTIALS, 'Content-Type'],
    exposedHeaders: EXPOSED_HEADERS,
    optionsSuccessStatus: 204,
    maxAge: 600,
  };
}
