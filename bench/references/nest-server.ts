/** `nest-server.ts <file>`: Nest on Express as it comes, with one guard, sending the prepared answer in the file. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Res,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { listen } from './listen.js';
import type { PreparedAnswer } from './prepared-answer.js';

const { status, headers, body, token } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as PreparedAnswer;
const bytes = Buffer.from(body, 'base64');
const tokens: ReadonlySet<unknown> = new Set([token]);

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return tokens.has(context.switchToHttp().getRequest<Request>().headers['api-token']);
  }
}

@Controller()
@UseGuards(TokenGuard)
class AnswerController {
  @Get('*path')
  answer(@Res() response: Response): void {
    response.writeHead(status, headers);
    response.end(bytes);
  }
}

@Module({ controllers: [AnswerController] })
class AnswerModule {}

const app = await NestFactory.create<NestExpressApplication>(AnswerModule, { logger: false });
app.disable('x-powered-by');
await listen(app);
