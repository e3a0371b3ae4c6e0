/** Path prefix of every operation of the API. */
export const CLIENT_API = 'client/api';

/** The version of the API, as `ping`, `integration` and the OpenAPI document tell it. */
export const WIRE_VERSION = 'V53+V81-COMPAT';

/** The documented header of the token. */
export const TOKEN_HEADER = 'api-token';

/** The headers that hold a token, in the order in which they are read; deployed clients send the last two. */
export const TOKEN_HEADERS = [TOKEN_HEADER, 'x-api-token', 'x-api-key'];

/** The documented headers with credentials: CORS allows them, and catalog answers vary by them. */
export const DOCUMENTED_CREDENTIALS = [TOKEN_HEADER, 'Authorization'];

/** The original routes, and the read-only ones that answer an object where the original answers an array. */
export type RouteGroup = 'V53' | 'V81';
