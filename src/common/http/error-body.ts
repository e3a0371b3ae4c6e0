import { ApiProperty } from '@nestjs/swagger';
import type { AppError } from '../app-error.js';

/** The body of every error. `error_code` and `error` repeat the others because some clients read only them. */
export class ErrorBody {
  @ApiProperty({ enum: ['ERROR'] })
  status: 'ERROR';

  @ApiProperty({ type: 'integer', example: 109 })
  code: number;

  @ApiProperty({ type: 'integer', description: 'The same as `code`.', example: 109 })
  error_code: number;

  @ApiProperty({ example: 'Product deleted or not found' })
  message: string;

  @ApiProperty({ description: 'The same as `message`.', example: 'Product deleted or not found' })
  error: string;
}

export function errorBody(error: AppError): ErrorBody {
  const { code } = error.wire;
  // A caller's text that was shortened may end in an unpaired surrogate, which many JSON parsers refuse.
  const message = error.message.toWellFormed();
  return { status: 'ERROR', code, error_code: code, message, error: message };
}
