import { AppError, type WireError } from '../../common/app-error.js';

const MAX_MESSAGE_CHARACTERS = 300;

/** 600–699: a check of an extension has refused the order. */
export class CheckRefusedError extends AppError {
  /** @param message of the check; by default the declared one. */
  constructor(wire: WireError, message: unknown) {
    const text = typeof message === 'string' ? message.trim() : '';
    super(wire, text === '' ? wire.meaning : text.slice(0, MAX_MESSAGE_CHARACTERS));
  }
}
