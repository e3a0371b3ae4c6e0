import {
  applyDecorators,
  Controller,
  HttpCode,
  UseGuards,
  UseInterceptors,
  type Type,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Public } from '../../common/http/public.decorator.js';
import { AdminGuard } from '../access/admin.guard.js';
import { NeedsPermission, type NeededPermission } from '../access/needs-permission.js';
import { ADMIN_API } from '../access/admin-paths.js';
import { AnswerTags, HasEntityTag } from './answer-tags.interceptor.js';
import { describedClass } from './described-class.js';
import { ReceivesFile, RequestSlots } from './request-slots.interceptor.js';

export interface AdminRouteOptions {
  /** Operation id. */
  readonly name: string;
  readonly permission: NeededPermission;
  readonly summary: string;
  readonly description?: string;
  /** Of success; 200 if left out. */
  readonly status?: 200 | 201;
  readonly answer: Type;
  readonly body?: Type;
  /** The types of a file that is the body, instead of JSON. */
  readonly file?: readonly string[];
  /** Its properties are the parameters of the URL. */
  readonly query?: Type;
  /** True for the answer of a single thing. */
  readonly hasEntityTag?: true;
  /** True for a change of a thing that the caller has read before. */
  readonly needsIfMatch?: true;
  /** True for what moves money or closes orders. */
  readonly needsIdempotencyKey?: true;
}

/** The permission of an operation, in the OpenAPI document. */
export const PERMISSION_EXTENSION = 'x-souk-permission';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A controller of the admin API: its guard is that of operators, and that of resellers leaves it alone. */
export function AdminController(tag: string): ClassDecorator {
  return applyDecorators(
    Controller(ADMIN_API),
    Public(),
    UseGuards(AdminGuard),
    UseInterceptors(RequestSlots, AnswerTags),
    ApiTags(tag),
  );
}

/** Opens a route to operators with a permission, and describes it. */
export function AdminRoute(route: AdminRouteOptions): MethodDecorator {
  const { name, permission, summary, description, status = 200, answer, body, query } = route;
  return applyDecorators(
    NeedsPermission(permission),
    HttpCode(status),
    ApiOperation({
      operationId: name,
      summary,
      ...(description !== undefined && { description }),
    }),
    ApiExtension(PERMISSION_EXTENSION, permission),
    ApiResponse({ status, description: 'Success', type: describedClass(answer) }),
    ...(body ? [ApiBody({ type: describedClass(body) })] : []),
    ...(route.file ? [ReceivesFile(), ApiConsumes(...route.file), FILE] : []),
    ...(query ? [ApiQuery({ type: describedClass(query) })] : []),
    ...(route.hasEntityTag ? [HasEntityTag()] : []),
    ...(route.needsIfMatch ? [IF_MATCH] : []),
    ...(route.needsIdempotencyKey ? [KEY] : []),
  );
}

const FILE = ApiBody({ schema: { type: 'string', format: 'binary' } });

const IF_MATCH = ApiHeader({
  name: 'If-Match',
  required: true,
  description: 'The `ETag` of what was read before, or `*`.',
});

const KEY = ApiHeader({
  name: IDEMPOTENCY_KEY,
  required: true,
  description: 'A text of your choice for this one request, such as a UUID.',
});
