/** `api-token` is the documented header; the other two are read alike because deployed clients send them. */
export const TOKEN_HEADERS = ['api-token', 'x-api-token', 'x-api-key'] as const;

/** All headers that say who is calling. */
export const CREDENTIAL_HEADERS = [...TOKEN_HEADERS, 'authorization'] as const;
