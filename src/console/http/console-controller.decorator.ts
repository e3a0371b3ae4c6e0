import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { Public } from '../../common/http/public.decorator.js';
import { ConsoleGuard } from '../access/console.guard.js';
import { ConsoleSlots } from './console-slots.interceptor.js';
import { RenderedPages } from '../shell/pages.interceptor.js';

/** A controller of pages: its guard is that of sessions, and that of resellers leaves it alone. */
export function ConsoleController(path = ''): ClassDecorator {
  return applyDecorators(
    Controller(path === '' ? 'console' : `console/${path}`),
    Public(),
    UseGuards(ConsoleGuard),
    UseInterceptors(ConsoleSlots, RenderedPages),
  );
}
