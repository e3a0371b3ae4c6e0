import type { AppError } from '../app-error.js';

/** The JSON body of every error. `error_code` and `error` repeat the others because some clients read only them. */
export interface ErrorBody {
  readonly status: 'ERROR';
  readonly code: number;
  readonly error_code: number;
  readonly message: string;
  readonly error: string;
}

export function errorBody({ code, message }: Pick<AppError, 'code' | 'message'>): ErrorBody {
  return { status: 'ERROR', code, error_code: code, message, error: message };
}
