import { ApiProperty } from '@nestjs/swagger';
import { PROBLEM_TYPE_PREFIX } from '../problems/problem.js';

/** What is wrong with one field. */
export class FieldFaultDto {
  @ApiProperty({ example: 'amount' })
  field: string;

  @ApiProperty({ example: 'must be USD as a text such as "12.5"' })
  message: string;
}

/** The body of every error (RFC 9457). */
export class ProblemDto {
  @ApiProperty({ example: `${PROBLEM_TYPE_PREFIX}invalid` })
  type: string;

  @ApiProperty({ example: 'The request has invalid values' })
  title: string;

  @ApiProperty({ type: 'integer', example: 422 })
  status: number;

  @ApiProperty({ example: 'These are invalid: amount.' })
  detail: string;

  @ApiProperty({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  request_id: string;

  @ApiProperty({ type: [FieldFaultDto], required: false, description: 'One for each wrong field.' })
  errors?: FieldFaultDto[];
}
