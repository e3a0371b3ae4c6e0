/** Path prefix of every operation of the API. */
export const CLIENT_API = 'client/api';

/** The version of the API, as `ping`, `integration` and the OpenAPI document tell it. */
export const WIRE_VERSION = 'V53+V81-COMPAT';

/** Name of the preferred credential header. */
export const TOKEN_HEADER = 'api-token';

/** The original routes, and the read-only ones that answer an object where the original answers an array. */
export type RouteGroup = 'V53' | 'V81';
